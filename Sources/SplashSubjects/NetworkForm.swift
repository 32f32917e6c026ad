/// What a network that makes masks wants of its pictures, beyond what its file says.
public struct NetworkForm: Equatable, Sendable {
  /// What is taken off R', G' and B' of 0…1, and what the rest is divided by.
  public var mean: [Float] = [0, 0, 0]
  public var deviation: [Float] = [1, 1, 1]
  /// Width and height, for a network that takes any.
  public var size: (width: Int, height: Int) = (320, 320)
  /// The size is that of a box, which the picture fills as far as its own shape lets it.
  public var keepsShape = false
  /// The lowest value of a mask counts as 0 and the highest as 1.
  public var stretches = false
  /// What goes in where a network wants a single number beside the picture.
  public var ratio: Float = 1

  public init() {}

  public static func == (one: NetworkForm, other: NetworkForm) -> Bool {
    one.mean == other.mean && one.deviation == other.deviation && one.size == other.size
      && one.keepsShape == other.keepsShape && one.stretches == other.stretches
      && one.ratio == other.ratio
  }
}
