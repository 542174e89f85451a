#!/bin/sh
# Writes src/gen from the contract in ../../proto. Only for who changes the contract: the result is committed.
# Needs protoc, and `npm ci` before. PROTOC names another protoc.
set -eu
cd "$(dirname "$0")"
rm -rf src/gen
mkdir -p src/gen

# shellcheck disable=SC2086,SC2046 # PROTOC may be a command of several words, and the files are several words
${PROTOC:-protoc} --proto_path=../../proto \
    --plugin=protoc-gen-es=node_modules/.bin/protoc-gen-es --es_out=src/gen --es_opt=target=ts,import_extension=js \
    $(printf 'truco/v1/%s.proto ' actions events match play views)
