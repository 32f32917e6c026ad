/// Maps a range of mask codes linearly to 0…255.
struct MaskRamp: Equatable {
  /// In units of 1/256.
  private let slope, offset: Int32

  /// Leaves codes unchanged.
  static let none = MaskRamp(Interval(0, 1))

  /// - Parameter ends: 0…1; at least one code apart, else they count as one apart.
  init(_ ends: Interval) {
    let width = max(ends.max - ends.min, 1.0 / 255)
    slope = Int32((256 / width).rounded())
    offset = Int32((ends.min * 255 * 256 / width).rounded()) - 128
  }

  @inline(__always)
  func callAsFunction(_ code: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: min(max((Int32(code) * slope - offset) >> 8, 0), 255))
  }
}
