// zlib: how long what a PNG file has deflated really is.
#pragma once
#include <zlib.h>
