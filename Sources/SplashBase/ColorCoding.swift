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
