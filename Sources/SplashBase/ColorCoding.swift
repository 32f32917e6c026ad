/// What the sample codes of a frame mean.
public struct ColorCoding: Equatable, Sendable {
  public var matrix: ColorMatrix
  public var range: ColorRange
  public var transfer: ColorTransfer
  public var primaries: ColorPrimaries
  /// The profile of a photo in standard dynamic range; nil if transfer and primaries say it all.
  package var profile: DisplayProfile?

  public init(
    matrix: ColorMatrix, range: ColorRange, transfer: ColorTransfer = .sdr,
    primaries: ColorPrimaries = .bt709
  ) {
    self.matrix = matrix
    self.range = range
    self.transfer = transfer
    self.primaries = primaries
  }

  /// Whether R'G'B' is other than a BT.709 display shows: high dynamic range, wide primaries, or a
  /// color profile.
  public var isWide: Bool { transfer != .sdr || primaries != .bt709 || profile != nil }
}

/// How R'G'B' becomes light (H.273, transfer characteristics).
public enum ColorTransfer: String, CaseIterable, Codable, Sendable {
  /// Standard dynamic range, which a display shows with a power of 2.4 (BT.1886).
  case sdr
  /// Perceptual quantization (BT.2100).
  case pq
  /// Hybrid log-gamma (BT.2100).
  case hlg
}

/// Where the center of a chroma sample lies among the luma samples that it covers, if chroma is
/// subsampled by 2.
public struct ChromaSite: Equatable, Sendable {
  public enum Place: Sendable {
    /// On the first column or row.
    case first
    /// Between the two.
    case between
    /// On the second row.
    case second
  }

  /// `first` or `between`.
  public var column: Place
  public var row: Place

  public init(column: Place, row: Place) {
    self.column = column
    self.row = row
  }

  /// The default of MPEG-2 and H.264: on the left column, between the rows.
  public static let left = ChromaSite(column: .first, row: .between)
}
