package import CFFmpeg

/// The coefficients that make luma from R', G' and B' (H.273, table 4).
public enum ColorMatrix: String, CaseIterable, Codable, Sendable {
  case bt601
  case bt709
  case bt2020

  /// Weight of R' in luma.
  public var kr: Double {
    switch self {
    case .bt601: 0.299
    case .bt709: 0.2126
    case .bt2020: 0.2627
    }
  }

  /// Weight of B' in luma.
  public var kb: Double {
    switch self {
    case .bt601: 0.114
    case .bt709: 0.0722
    case .bt2020: 0.0593
    }
  }

  /// What a picture's samples mean, by its tags; where it has none, full range is taken as BT.601, and
  /// limited range as BT.709 from 720 lines up and BT.601 below.
  package init(of frame: borrowing Frame) {
    switch frame.av.pointee.colorspace {
    case AVCOL_SPC_BT709: self = .bt709
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M, AVCOL_SPC_FCC, AVCOL_SPC_SMPTE240M: self = .bt601
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: self = .bt2020
    default:
      let isFull = ColorRange(of: frame) == .full
      self = !isFull && frame.height >= 720 ? .bt709 : .bt601
    }
  }
}

extension ColorMatrix {
  /// H.273's number for these coefficients.
  package var colorSpace: AVColorSpace {
    switch self {
    case .bt601: AVCOL_SPC_SMPTE170M
    case .bt709: AVCOL_SPC_BT709
    case .bt2020: AVCOL_SPC_BT2020_NCL
    }
  }
}

/// Which codes stand for black and white.
public enum ColorRange: String, CaseIterable, Codable, Sendable {
  /// 16…235 for 8-bit luma, 16…240 for chroma. What untagged pictures are taken for.
  case limited
  /// 0…255.
  case full

  package init(of frame: borrowing Frame) {
    self = frame.av.pointee.color_range == AVCOL_RANGE_JPEG ? .full : .limited
  }

  package var colorRange: AVColorRange {
    self == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
  }
}
