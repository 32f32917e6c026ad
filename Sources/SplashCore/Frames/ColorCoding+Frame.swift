package import CFFmpeg

extension ColorCoding {
  /// What a picture's samples mean, by its tags.
  package init(of frame: borrowing Frame) {
    self.init(matrix: ColorMatrix(of: frame), range: ColorRange(of: frame))
  }
}

extension ColorMatrix {
  /// What a picture's samples mean, by its tags.
  package init(of frame: borrowing Frame) {
    switch frame.av.pointee.colorspace {
    case AVCOL_SPC_BT709: self = .bt709
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M, AVCOL_SPC_FCC, AVCOL_SPC_SMPTE240M: self = .bt601
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: self = .bt2020
    default: self.init(untagged: ColorRange(of: frame), height: frame.height)
    }
  }

  /// H.273's number for these coefficients.
  package var colorSpace: AVColorSpace {
    switch self {
    case .bt601: AVCOL_SPC_SMPTE170M
    case .bt709: AVCOL_SPC_BT709
    case .bt2020: AVCOL_SPC_BT2020_NCL
    }
  }
}

extension ColorRange {
  package init(of frame: borrowing Frame) {
    self = frame.av.pointee.color_range == AVCOL_RANGE_JPEG ? .full : .limited
  }

  package var colorRange: AVColorRange {
    self == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
  }
}
