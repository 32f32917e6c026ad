/// Suggestions for words that are not a color, look or region of splash.
package enum MeantWord {
  private static let things: Set<String> = [
    "animal", "apple", "ball", "balloon", "bicycle", "bike", "bird", "boat", "bottle", "bus", "car",
    "cat", "chair", "dog", "dress", "flower", "guitar", "hair", "hat", "horse", "house", "jacket",
    "motorcycle", "shirt", "shoe", "sign", "train", "tree", "truck", "umbrella",
  ]

  /// Color names unknown to splash, and similar known ones.
  private static let colors = [
    "amber": "gold", "blond": "gold", "blonde": "gold", "bordeaux": "maroon", "bronze": "brown",
    "burgundy": "maroon", "charcoal": "black", "chocolate": "brown", "cobalt": "blue",
    "emerald": "green", "ginger": "orange", "ivory": "cream", "jade": "teal", "lemon": "yellow",
    "ochre": "mustard", "ruby": "crimson", "sand": "tan", "sapphire": "blue", "scarlet": "red",
    "wine": "maroon",
  ]

  private static let colorless: Set<String> = [
    "b&w", "bw", "desaturate", "grayscale", "greyscale", "mono", "monochrome",
  ]

  /// Whether a word means a frame without color.
  package static func isColorless(_ word: some StringProtocol) -> Bool {
    colorless.contains(word.lowercased())
  }

  /// A suggestion for the name of an object; nil for other words.
  package static func thing(_ word: some StringProtocol) -> String? {
    let word = word.lowercased()
    guard things.contains(word) || word.last == "s" && things.contains(String(word.dropLast()))
    else { return nil }
    return "\(option: "keep") thing@X,Y with a place on it, such as thing@0.5,0.5"
  }

  /// The known color name that is similar to another one, such as pink to `hot pink`.
  package static func color(_ word: some StringProtocol) -> String? {
    let word = word.lowercased()
    if let color = colors[word] { return color }
    let parts = ColorName.parts(of: word)
    return parts.count > 1 ? ColorName.named(parts[parts.count - 1])?.name : nil
  }

  /// The colors of a text that names more than one, such as `blue,red` and `teal-blue`; nil for
  /// others.
  static func severalColors(_ text: String) -> [String]? {
    let listed = text.split { ",;/+&".contains($0) }.map { $0.trimmingPrefix(" ") }.map(String.init)
    if listed.count > 1, listed.allSatisfy({ (try? HueRange.ranges(word: $0)) != nil }) {
      return listed
    }
    let joined = ColorName.parts(of: text)
    return joined.count > 1 && joined.allSatisfy { ColorName.named($0) != nil } ? joined : nil
  }

  /// A suggestion for an unknown look; nil if there is none.
  package static func look(_ word: some StringProtocol) -> String? {
    let word = word.lowercased()
    if isColorless(word) { return "write grey, or noir for more contrast" }
    if ColorName.named(word) != nil { return "write solid=\(word), or tint=\(word)" }
    return nearLook(word).map { "did you mean \($0)?" }
  }

  /// An example of the look whose name differs by one letter; nil if there is none.
  package static func nearLook(_ word: String) -> String? {
    let letters = Array(word.unicodeScalars)
    guard (4...32).contains(letters.count) else { return nil }
    return LookForm.all.first { editDistance(Array($0.name.unicodeScalars), letters) <= 1 }?.example
  }
}
