// libwebp: its container, chunks in and chunks out, and its decoder.
#pragma once
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/mux.h>
