// libwebp's container: chunks in, chunks out.
#pragma once
#include <webp/decode.h>
#include <webp/mux.h>
