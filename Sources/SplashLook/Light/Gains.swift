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

  /// Strong enough to turn most hues visibly: the largest is half as much again as the smallest.
  package var areLarge: Bool { spread >= 1.5 }

  /// The largest gain over the smallest: 1 where no channel is favored.
  var spread: Double {
    let least = min(red, green, blue)
    return least > 0 ? max(red, green, blue) / least : 1
  }
}
