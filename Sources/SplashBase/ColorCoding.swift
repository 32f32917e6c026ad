/// What the codes of a picture mean.
public struct ColorCoding: Equatable, Sendable {
  public var matrix: ColorMatrix
  public var range: ColorRange
  public var transfer: ColorTransfer
  public var primaries: ColorPrimaries
  /// Of a photo in standard dynamic range; nil for what transfer and primaries say.
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

  /// R'G'B' is not what a display of BT.709 shows: high dynamic range, wide primaries, or a color
  /// profile.
  public var isWide: Bool { transfer != .sdr || primaries != .bt709 || profile != nil }
}
