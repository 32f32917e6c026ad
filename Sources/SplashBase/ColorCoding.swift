/// What the codes of a picture mean.
public struct ColorCoding: Equatable, Sendable {
  public var matrix: ColorMatrix
  public var range: ColorRange

  public init(matrix: ColorMatrix, range: ColorRange) {
    self.matrix = matrix
    self.range = range
  }
}
