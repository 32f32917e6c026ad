/// White balance gains of R', G' and B', for the selection of colors.
public struct Gains: Equatable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double

  public init(red: Double = 1, green: Double = 1, blue: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Whether they turn most hues visibly: the largest is at least 1.5 times the smallest.
  package var areLarge: Bool { spread >= 1.5 }

  /// The largest gain over the smallest: 1 if all are equal.
  var spread: Double {
    let least = min(red, green, blue)
    return least > 0 ? max(red, green, blue) / least : 1
  }
}
