package import CFFmpeg
internal import CV4L2

/// A driver's description of its frames' colors, in the terms of H.273.
package struct CaptureColor: Equatable {
  package var matrix = AVCOL_SPC_UNSPECIFIED
  package var range = AVCOL_RANGE_UNSPECIFIED
  package var primaries = AVCOL_PRI_UNSPECIFIED
  package var transfer = AVCOL_TRC_UNSPECIFIED

  /// BT.601, limited range: the result of libv4lconvert for RGB.
  static let converted = CaptureColor(
    matrix: AVCOL_SPC_SMPTE170M, range: AVCOL_RANGE_MPEG)

  /// R'G'B', full range.
  static let rgb = CaptureColor(matrix: AVCOL_SPC_RGB, range: AVCOL_RANGE_JPEG)

  /// From the fields of `v4l2_pix_format`. A zero there stands for the default of the color space,
  /// by the kernel's rules `V4L2_MAP_YCBCR_ENC_DEFAULT`, `V4L2_MAP_QUANTIZATION_DEFAULT` and
  /// `V4L2_MAP_XFER_FUNC_DEFAULT` in videodev2.h; a color space of zero means that all is unknown.
  package init(colorSpace: UInt32, encoding: UInt32, quantization: UInt32, transfer code: UInt32) {
    let space = v4l2_colorspace(colorSpace)
    matrix = Self.matrix(v4l2_ycbcr_encoding(encoding), space)
    range =
      switch (v4l2_quantization(quantization), space) {
      case (V4L2_QUANTIZATION_FULL_RANGE, _): AVCOL_RANGE_JPEG
      case (V4L2_QUANTIZATION_LIM_RANGE, _): AVCOL_RANGE_MPEG
      case (_, V4L2_COLORSPACE_DEFAULT): AVCOL_RANGE_UNSPECIFIED
      case (_, V4L2_COLORSPACE_JPEG): AVCOL_RANGE_JPEG
      default: AVCOL_RANGE_MPEG
      }
    primaries =
      switch space {
      case V4L2_COLORSPACE_SMPTE170M: AVCOL_PRI_SMPTE170M
      case V4L2_COLORSPACE_SMPTE240M: AVCOL_PRI_SMPTE240M
      case V4L2_COLORSPACE_REC709, V4L2_COLORSPACE_SRGB, V4L2_COLORSPACE_JPEG: AVCOL_PRI_BT709
      case V4L2_COLORSPACE_470_SYSTEM_M: AVCOL_PRI_BT470M
      case V4L2_COLORSPACE_470_SYSTEM_BG: AVCOL_PRI_BT470BG
      case V4L2_COLORSPACE_BT2020: AVCOL_PRI_BT2020
      case V4L2_COLORSPACE_DCI_P3: AVCOL_PRI_SMPTE431
      default: AVCOL_PRI_UNSPECIFIED
      }
    transfer = Self.transfer(v4l2_xfer_func(code), space)
  }

  init(matrix: AVColorSpace, range: AVColorRange) {
    self.matrix = matrix
    self.range = range
  }

  private static func matrix(
    _ encoding: v4l2_ycbcr_encoding, _ space: v4l2_colorspace
  ) -> AVColorSpace {
    switch encoding {
    case V4L2_YCBCR_ENC_601, V4L2_YCBCR_ENC_XV601: AVCOL_SPC_SMPTE170M
    case V4L2_YCBCR_ENC_709, V4L2_YCBCR_ENC_XV709: AVCOL_SPC_BT709
    case V4L2_YCBCR_ENC_BT2020: AVCOL_SPC_BT2020_NCL
    case V4L2_YCBCR_ENC_BT2020_CONST_LUM: AVCOL_SPC_BT2020_CL
    case V4L2_YCBCR_ENC_SMPTE240M: AVCOL_SPC_SMPTE240M
    default:
      switch space {
      case V4L2_COLORSPACE_DEFAULT, V4L2_COLORSPACE_RAW: AVCOL_SPC_UNSPECIFIED
      case V4L2_COLORSPACE_REC709, V4L2_COLORSPACE_DCI_P3: AVCOL_SPC_BT709
      case V4L2_COLORSPACE_BT2020: AVCOL_SPC_BT2020_NCL
      case V4L2_COLORSPACE_SMPTE240M: AVCOL_SPC_SMPTE240M
      default: AVCOL_SPC_SMPTE170M
      }
    }
  }

  private static func transfer(
    _ code: v4l2_xfer_func, _ space: v4l2_colorspace
  ) -> AVColorTransferCharacteristic {
    switch code {
    case V4L2_XFER_FUNC_709: AVCOL_TRC_BT709
    case V4L2_XFER_FUNC_SRGB: AVCOL_TRC_IEC61966_2_1
    case V4L2_XFER_FUNC_SMPTE240M: AVCOL_TRC_SMPTE240M
    case V4L2_XFER_FUNC_NONE: AVCOL_TRC_LINEAR
    case V4L2_XFER_FUNC_SMPTE2084: AVCOL_TRC_SMPTE2084
    case V4L2_XFER_FUNC_DEFAULT:
      switch space {
      case V4L2_COLORSPACE_SRGB, V4L2_COLORSPACE_JPEG: AVCOL_TRC_IEC61966_2_1
      case V4L2_COLORSPACE_SMPTE240M: AVCOL_TRC_SMPTE240M
      case V4L2_COLORSPACE_RAW: AVCOL_TRC_LINEAR
      case V4L2_COLORSPACE_DEFAULT, V4L2_COLORSPACE_OPRGB, V4L2_COLORSPACE_DCI_P3:
        AVCOL_TRC_UNSPECIFIED
      default: AVCOL_TRC_BT709
      }
    // opRGB and DCI-P3 have curves that H.273 has no number for.
    default: AVCOL_TRC_UNSPECIFIED
    }
  }
}
