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

  /// The matrix assumed for a frame without a tag: BT.709 from 720 lines up in limited range,
  /// BT.601 otherwise.
  package init(untagged range: ColorRange, height: Int) {
    self = range == .limited && height >= 720 ? .bt709 : .bt601
  }
}

/// Which codes stand for black and white.
public enum ColorRange: String, CaseIterable, Codable, Sendable {
  /// 16…235 for 8-bit luma, 16…240 for chroma. Assumed for frames without a tag.
  case limited
  /// 0…255.
  case full
}
