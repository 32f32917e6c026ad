/// Small bitmap text for labels: lower-case letters, digits and a few signs.
enum PixelText {
  /// Rows from top to bottom, true where there is ink. Unknown characters are spaces.
  ///
  /// - Parameters:
  ///   - scale: pixels along a side of each of the 5×7 dots of a character.
  ///   - margin: pixels around the text.
  static func rows(of text: String, scale: Int, margin: Int) -> [[Bool]] {
    let blank = [String](repeating: "     ", count: height)
    let letters = text.map { glyphs[$0] ?? blank }
    let width = 2 * margin + scale * max(0, letters.count * (5 + 1) - 1)
    let empty = [[Bool]](repeating: [Bool](repeating: false, count: width), count: margin)
    var lines: [[Bool]] = []
    let side = [Bool](repeating: false, count: margin)
    for line in 0..<height {
      let cells = letters.map { $0[line] }.joined(separator: " ")
      let ink = cells.flatMap { [Bool](repeating: $0 == "#", count: scale) }
      for _ in 0..<scale { lines.append(side + ink + side) }
    }
    return empty + lines + empty
  }

  private static let height = 7

  private static let glyphs: [Character: [String]] = [
    "0": [" ### ", "#   #", "#  ##", "# # #", "##  #", "#   #", " ### "],
    "1": ["  #  ", " ##  ", "  #  ", "  #  ", "  #  ", "  #  ", " ### "],
    "2": [" ### ", "#   #", "    #", "   # ", "  #  ", " #   ", "#####"],
    "3": ["#####", "   # ", "  #  ", "   # ", "    #", "#   #", " ### "],
    "4": ["   # ", "  ## ", " # # ", "#  # ", "#####", "   # ", "   # "],
    "5": ["#####", "#    ", "#### ", "    #", "    #", "#   #", " ### "],
    "6": ["  ## ", " #   ", "#    ", "#### ", "#   #", "#   #", " ### "],
    "7": ["#####", "    #", "   # ", "  #  ", " #   ", " #   ", " #   "],
    "8": [" ### ", "#   #", "#   #", " ### ", "#   #", "#   #", " ### "],
    "9": [" ### ", "#   #", "#   #", " ####", "    #", "   # ", " ##  "],
    "%": ["##   ", "##  #", "   # ", "  #  ", " #   ", "#  ##", "   ##"],
    ",": ["     ", "     ", "     ", "     ", " ##  ", "  #  ", " #   "],
    ".": ["     ", "     ", "     ", "     ", "     ", " ##  ", " ##  "],
    "b": ["#    ", "#    ", "# ## ", "##  #", "#   #", "#   #", "#### "],
    "c": ["     ", "     ", " ### ", "#    ", "#    ", "#   #", " ### "],
    "e": ["     ", "     ", " ### ", "#   #", "#####", "#    ", " ### "],
    "j": ["   # ", "     ", "  ## ", "   # ", "   # ", "#  # ", " ##  "],
    "n": ["     ", "     ", "# ## ", "##  #", "#   #", "#   #", "#   #"],
    "o": ["     ", "     ", " ### ", "#   #", "#   #", "#   #", " ### "],
    "p": ["     ", "     ", "#### ", "#   #", "#### ", "#    ", "#    "],
    "r": ["     ", "     ", "# ## ", "##  #", "#    ", "#    ", "#    "],
    "s": ["     ", "     ", " ### ", "#    ", " ### ", "    #", "#### "],
    "t": [" #   ", " #   ", "###  ", " #   ", " #   ", " #  #", "  ## "],
    "u": ["     ", "     ", "#   #", "#   #", "#   #", "#  ##", " ## #"],
  ]
}
