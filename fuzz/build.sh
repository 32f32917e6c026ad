#!/usr/bin/env bash
# Builds the fuzz targets into $OUT, with a seed corpus beside each: what OSS-Fuzz runs, and
# scripts/check/fuzz-targets here.
#
# OUT        where programs and corpora go
# SANITIZER  address (the default) or none, as OSS-Fuzz has it
# SCRATCH    where it builds (.build/fuzz)
set -euo pipefail
cd "$(dirname "$0")/.."
: "${OUT:?names the folder for programs}"
scratch=${SCRATCH:-.build/fuzz}
kinds=fuzzer
[ "${SANITIZER:-address}" = none ] || kinds=fuzzer,${SANITIZER:-address}
# In one word: of two, swiftc would take the last. fuzzer-no-link is what clang calls the same for C.
flags=(-Xswiftc "-sanitize=$kinds" -Xcc "-fsanitize=${kinds/fuzzer/fuzzer-no-link}")

export SPLASH_FUZZ=1
swift build --scratch-path "$scratch" --product splash-fuzz "${flags[@]}" >&2
built=$(swift build --scratch-path "$scratch" --show-bin-path "${flags[@]}")
mkdir -p "$OUT"
clang -O1 -g -Wall -Wextra -Werror -c fuzz/entry.c -o "$scratch/entry.o"
read -ra libraries <<<"$(pkg-config --libs libavformat libavcodec libswscale libswresample libavutil libwebpmux libwebpdemux \
  libwebp zlib libheif libjxl libjxl_threads lcms2)"
swiftc -emit-executable -static-stdlib -use-ld=lld "-sanitize=$kinds" "@$built/splash-fuzz.product/Objects.LinkFileList" \
  "$scratch/entry.o" -o "$OUT/jpeg" "${libraries[@]}" -lv4lconvert -ljpeg -lCoreFoundation -l_FoundationICU \
  -l_FoundationCShims -l_FoundationCollections 2> >(grep -v 'mktemp.* is dangerous' >&2)
rm -rf "$scratch/seeds"
python3 fuzz/seeds.py "$scratch/seeds"
for folder in "$scratch"/seeds/*/; do
  name=$(basename "$folder")
  [ "$name" = jpeg ] || ln -f "$OUT/jpeg" "$OUT/$name"
  rm -f "$OUT/${name}_seed_corpus.zip"
  python3 -m zipfile -c "$OUT/${name}_seed_corpus.zip" "$folder"*
  printf '[libfuzzer]\nmax_len = 65536\nrss_limit_mb = 2048\ntimeout = 25\n' >"$OUT/$name.options"
done
