/// What a network that makes masks wants of its pictures, beyond what its file says.
public struct NetworkForm: Equatable, Sendable {
  /// What is taken off R', G' and B' of 0…1, and what the rest is divided by.
  public var mean: [Float] = [0, 0, 0]
  public var deviation: [Float] = [1, 1, 1]
  /// Width and height, for a network that takes any.
  public var size: (width: Int, height: Int) = (320, 320)
  /// The lowest value of a mask counts as 0 and the highest as 1.
  public var stretches = false

  public init() {}

  public static func == (one: NetworkForm, other: NetworkForm) -> Bool {
    one.mean == other.mean && one.deviation == other.deviation && one.size == other.size
      && one.stretches == other.stretches
  }
}
