/// A straight line from none to all over a part of the codes of a mask.
struct MaskRamp: Equatable {
  /// In 256ths.
  private let slope, offset: Int32

  /// Changes nothing.
  static let none = MaskRamp(Interval(0, 1))

  /// - Parameter ends: 0…1; less than a code apart they count as one apart.
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
