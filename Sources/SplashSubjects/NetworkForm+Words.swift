extension NetworkForm {
  /// Reads a form from words separated by blanks: `mean=R,G,B`, `deviation=R,G,B`, `size=WxH`,
  /// `stretch`, `invert`, `ratio=R`.
  ///
  /// - Parameters:
  ///   - given: what holds where no word says otherwise.
  ///   - key: the option in errors.
  /// - Throws: `SplashError` of kind usage if a word is unknown.
  package init(
    words text: String, over given: NetworkForm, key: String
  ) throws(SplashError) {
    self = given
    for word in text.split(separator: " ") {
      do { try take(word) } catch {
        throw SplashError(
          .usage, "\(option: key) '\(text)': \(word)", cause: "not understood",
          remedy: error.remedy)
      }
    }
  }

  /// An error for a word that cannot be used.
  private struct Unusable: Error {
    var remedy: String
  }

  private mutating func take(_ word: Substring) throws(Unusable) {
    let name = word.prefix { $0 != "=" }
    let value = word.dropFirst(name.count + 1)
    switch name {
    case "mean": mean = try Self.three(value, name)
    case "deviation":
      deviation = try Self.three(value, name)
      guard deviation.allSatisfy({ $0 > 0 }) else { throw Unusable(remedy: "give more than 0") }
    case "size":
      let sides = value.split(separator: "x").compactMap { Int($0) }
      guard sides.count == 2, sides.allSatisfy({ (16...4096).contains($0) }) else {
        throw Unusable(remedy: "write size=WIDTHxHEIGHT, 16 to 4096 each")
      }
      size = (sides[0], sides[1])
    case "stretch" where value.isEmpty: stretches = true
    case "invert" where value.isEmpty: inverts = true
    case "ratio":
      guard let number = Float(value), number.isFinite, number > 0 else {
        throw Unusable(remedy: "give more than 0")
      }
      ratio = number
    default: throw Unusable(remedy: "give mean=, deviation=, size=, stretch, invert or ratio=")
    }
  }

  private static func three(_ text: Substring, _ name: Substring) throws(Unusable) -> [Float] {
    let numbers = text.split(separator: ",").compactMap { Float($0) }
    guard numbers.count == 3, numbers.allSatisfy(\.isFinite) else {
      throw Unusable(remedy: "write \(name)=R,G,B")
    }
    return numbers
  }
}
