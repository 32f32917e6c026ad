internal import CSplashKernels
internal import SplashCore

/// What the codes of a picture mean.
struct ColorCoding: Equatable {
  var matrix: ColorMatrix
  var range: ColorRange
  var depth: Int32

  /// The part of a rule that is about codes and gains.
  func rule(_ gains: Gains) -> SplashRule {
    var rule = SplashRule()
    (rule.kr, rule.kb) = (matrix.kr, matrix.kb)
    rule.depth = depth
    rule.full_range = range == .full
    (rule.red_gain, rule.green_gain, rule.blue_gain) = (gains.red, gains.green, gains.blue)
    return rule
  }
}

extension ColorCoding {
  init(of frame: borrowing Frame, depth: UInt8) {
    matrix = ColorMatrix(of: frame)
    range = ColorRange(of: frame)
    self.depth = Int32(depth)
  }
}
