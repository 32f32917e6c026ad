/// How inputs of a mask network are prepared, beyond what its file says.
public struct NetworkForm: Equatable, Sendable {
  /// Inputs are (R'G'B' − `mean`) / `deviation`, for R'G'B' of 0…1.
  public var mean: [Float] = [0, 0, 0]
  public var deviation: [Float] = [1, 1, 1]
  /// Width and height, for a network that accepts any size.
  public var size: (width: Int, height: Int) = (320, 320)
  /// Whether the size is only a limit, within which the input keeps the frame's shape.
  public var keepsShape = false
  /// Whether masks are stretched, so that the lowest value becomes 0 and the highest 1.
  public var stretches = false
  /// Whether masks are inverted, after stretching.
  public var inverts = false
  /// The value of an input that is a single number.
  public var ratio: Float = 1

  public init() {}

  public static func == (one: NetworkForm, other: NetworkForm) -> Bool {
    one.mean == other.mean && one.deviation == other.deviation && one.size == other.size
      && one.keepsShape == other.keepsShape && one.stretches == other.stretches
      && one.inverts == other.inverts && one.ratio == other.ratio
  }
}
