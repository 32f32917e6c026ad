/// Gains of R', G' and B' in the gate.
public struct Gains: Equatable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double

  public init(red: Double = 1, green: Double = 1, blue: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}
