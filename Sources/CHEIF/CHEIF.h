// libheif: photos in HEIC and AVIF files.
#pragma once
#include <libheif/heif.h>
