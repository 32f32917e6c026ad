internal import CFFmpeg
internal import CV4L2

/// The color description for a driver that gets frames.
struct OutputColor {
  /// All zero: the driver chooses.
  var colorSpace: UInt32 = 0
  var encoding: UInt32 = 0
  var quantization: UInt32 = 0

  init() {}

  init(of frame: borrowing Frame) {
    let matrix = ColorMatrix(of: frame)
    colorSpace =
      switch matrix {
      case .bt601: V4L2_COLORSPACE_SMPTE170M.rawValue
      case .bt709: V4L2_COLORSPACE_REC709.rawValue
      case .bt2020: V4L2_COLORSPACE_BT2020.rawValue
      }
    encoding =
      switch matrix {
      case .bt601: V4L2_YCBCR_ENC_601.rawValue
      case .bt709: V4L2_YCBCR_ENC_709.rawValue
      case .bt2020: V4L2_YCBCR_ENC_BT2020.rawValue
      }
    quantization =
      ColorRange(of: frame) == .full
      ? V4L2_QUANTIZATION_FULL_RANGE.rawValue : V4L2_QUANTIZATION_LIM_RANGE.rawValue
  }
}
