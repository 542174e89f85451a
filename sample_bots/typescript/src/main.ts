// A bot of Truco Arena in TypeScript. Reading order: decide.ts (what to play), cards.ts, session.ts (the
// protocol), link.ts (the stream), thinker.ts (the thread that decides), options.ts, and here: signals.

import { Ending, run } from "./link.js";
import { type Options, readOptions, USAGE } from "./options.js";
import { startThinker } from "./thinker.js";

const drain = new AbortController();
// `once`: the second signal ends the process at once.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => drain.abort());

function options(): Options {
  try {
    return readOptions(process.argv.slice(2), process.env);
  } catch (error) {
    throw new Ending(2, `${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

try {
  await run(options(), startThinker(), drain.signal);
  process.exit(0);
} catch (error) {
  if (!(error instanceof Ending)) throw error;
  console.error(error.message);
  process.exit(error.code);
}
