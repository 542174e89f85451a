#!/bin/sh
# Writes truco/v1/*.pb.go from the contract in ../../proto. Only for who changes the contract: the result is committed.
# Needs protoc; the version that made the committed files stands in their heads. PROTOC names another one.
set -eu
cd "$(dirname "$0")"

files="actions events match play views"
package=truco-arena/sample-bots/go/truco/v1
options=paths=source_relative
for file in $files; do
    options="$options,Mtruco/v1/$file.proto=$package"
done

# shellcheck disable=SC2086 # PROTOC may be a command of several words, and the files are several words
${PROTOC:-protoc} --proto_path=../../proto \
    --plugin=protoc-gen-go="$(go tool -n protoc-gen-go)" --go_out="$options:." \
    --plugin=protoc-gen-go-grpc="$(go tool -n protoc-gen-go-grpc)" --go-grpc_out="$options:." \
    $(printf 'truco/v1/%s.proto ' $files)
