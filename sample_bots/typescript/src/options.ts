// Where and as what to play: flags first, then the environment.

import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { parseArgs } from "node:util";

export type Options = { address: string; token: string; instance: string; matches: number; tls: boolean };

export const USAGE = `A bot of Truco Arena.
  --arena HOST:PORT   the arena [ARENA_ADDR]
  --token-file FILE   a file with the token [ARENA_TOKEN, ARENA_TOKEN_FILE]
  --instance ID       tells this process from others of the bot [ARENA_INSTANCE]
  --matches N         matches at once [ARENA_MATCHES]
  --tls               TLS with the system's authorities [ARENA_TLS=1]`;

/** Throws Error: with the flag or variable that is wrong. */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options {
  const { values } = parseArgs({
    args,
    options: {
      arena: { type: "string", default: env.ARENA_ADDR ?? "" },
      "token-file": { type: "string", default: env.ARENA_TOKEN_FILE ?? "" },
      instance: { type: "string", default: env.ARENA_INSTANCE || "main" },
      matches: { type: "string", default: env.ARENA_MATCHES || "64" },
      tls: { type: "boolean", default: env.ARENA_TLS === "1" },
    },
  });
  const matches = Number(values.matches);
  const file = values["token-file"];
  const token = file ? readFileSync(file, "utf8").trim() : (env.ARENA_TOKEN ?? "");
  if (!values.arena) throw new Error("no arena address: give --arena HOST:PORT or set ARENA_ADDR");
  if (!Number.isInteger(matches) || matches < 1) throw new Error(`--matches ${values.matches} must be a whole number from 1`);
  if (!values.tls && !isLocal(values.arena)) {
    throw new Error(`${values.arena} is another machine, and the token would travel unencrypted: give --tls`);
  }
  return { address: values.arena, token, instance: values.instance, matches, tls: values.tls };
}

function isLocal(address: string): boolean {
  const host = address.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
