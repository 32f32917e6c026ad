package import CFFmpeg

extension ColorCoding {
  /// The color coding of a frame, by its tags.
  package init(of frame: borrowing Frame) {
    let transfer = ColorTransfer(of: frame)
    self.init(
      matrix: ColorMatrix(of: frame), range: ColorRange(of: frame), transfer: transfer,
      primaries: ColorPrimaries(of: frame, transfer))
    if transfer == .sdr { profile = frame.displayProfile }
  }
}

extension Frame {
  /// The reduced color profile of a photo; nil if it has none, or if it is sRGB. Frames made from
  /// this one keep it.
  package var displayProfile: DisplayProfile? {
    get {
      guard let buffer = av.pointee.opaque_ref else { return nil }
      return UnsafeRawPointer(buffer.pointee.data).load(as: DisplayProfile.self)
    }
    nonmutating set {
      av_buffer_unref(&av.pointee.opaque_ref)
      guard let newValue else { return }
      guard let buffer = av_buffer_alloc(MemoryLayout<DisplayProfile>.size) else {
        fatalError("out of memory")
      }
      UnsafeMutableRawPointer(buffer.pointee.data)
        .storeBytes(of: newValue, as: DisplayProfile.self)
      av.pointee.opaque_ref = buffer
    }
  }
}

extension ColorTransfer {
  /// By the tag; SDR without one.
  package init(of frame: borrowing Frame) {
    let tag = frame.av.pointee.color_trc
    self = [ColorTransfer.pq, .hlg].first { $0.characteristic == tag } ?? .sdr
  }

  var characteristic: AVColorTransferCharacteristic {
    switch self {
    case .sdr: AVCOL_TRC_BT709
    case .pq: AVCOL_TRC_SMPTE2084
    case .hlg: AVCOL_TRC_ARIB_STD_B67
    }
  }
}

extension ColorPrimaries {
  /// By the tag; without one BT.2020 for high dynamic range, as in BT.2100, else BT.709, which
  /// older primaries are close to.
  package init(of frame: borrowing Frame, _ transfer: ColorTransfer) {
    switch frame.av.pointee.color_primaries {
    case AVCOL_PRI_BT2020: self = .bt2020
    case AVCOL_PRI_SMPTE431, AVCOL_PRI_SMPTE432: self = .displayP3
    case AVCOL_PRI_UNSPECIFIED where transfer != .sdr: self = .bt2020
    default: self = .bt709
    }
  }

  var colorPrimaries: AVColorPrimaries {
    switch self {
    case .bt709: AVCOL_PRI_BT709
    case .displayP3: AVCOL_PRI_SMPTE432
    case .bt2020: AVCOL_PRI_BT2020
    }
  }
}

extension ColorMatrix {
  /// The matrix of a frame, by its tags.
  package init(of frame: borrowing Frame) {
    switch frame.av.pointee.colorspace {
    case AVCOL_SPC_BT709: self = .bt709
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M, AVCOL_SPC_FCC, AVCOL_SPC_SMPTE240M: self = .bt601
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: self = .bt2020
    default: self.init(untagged: ColorRange(of: frame), height: frame.height)
    }
  }

  /// The number of these coefficients in H.273.
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

extension ChromaSite {
  /// The chroma site of a frame, by its tags.
  init(of frame: borrowing Frame) {
    switch frame.av.pointee.chroma_location {
    case AVCHROMA_LOC_CENTER: self.init(column: .between, row: .between)
    case AVCHROMA_LOC_TOPLEFT: self.init(column: .first, row: .first)
    case AVCHROMA_LOC_TOP: self.init(column: .between, row: .first)
    case AVCHROMA_LOC_BOTTOMLEFT: self.init(column: .first, row: .second)
    case AVCHROMA_LOC_BOTTOM: self.init(column: .between, row: .second)
    default: self = .left
    }
  }
}
