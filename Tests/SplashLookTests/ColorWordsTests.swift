import SplashLook
import TestSupport

/// The names that people give to a color.
struct ColorWordsTests {
  private func color(_ code: Int) -> RGB {
    RGB(
      red: Double(code >> 16) / 255, green: Double(code >> 8 & 255) / 255,
      blue: Double(code & 255) / 255)
  }

  /// The colors that the survey itself (R. Munroe, "Color Survey Results", 2010) gives for some of
  /// its most frequent names, counted in another way than the table, which has bins of Lab.
  @Test(arguments: [
    ("purple", 0x7E1E9C), ("green", 0x15B01A), ("blue", 0x0343DF), ("pink", 0xFF81C0),
    ("brown", 0x653700), ("red", 0xE50000), ("light blue", 0x95D0FC), ("teal", 0x029386),
    ("orange", 0xF97306), ("yellow", 0xFFFF14), ("grey", 0x929591), ("black", 0x000000),
  ])
  func colorsOfTheSurveyHaveTheirNames(name: String, code: Int) throws {
    #expect(color(code).words.first?.name == name, "\(color(code).words.prefix(3))")
  }

  /// Colors whose hue alone has another name.
  @Test(arguments: [
    (0xB85A3A, "brown"), (0xE8C8C8, "pink"), (0x304060, "blue"), (0x8B4513, "brown"),
  ])
  func shadesAndTintsAreNamedAsPeopleDo(code: Int, name: String) throws {
    let words = color(code).words
    #expect(words.first?.name == name, "\(words.prefix(3))")
    let red = words.first { $0.name == "red" }?.share ?? 0
    #expect(red < 0.2)
  }

  /// The file's bytes, read as its header says, in double precision, at 300 colors from
  /// a fixed seed.
  @Test func nameSharesInterpolateTheTable() throws {
    let path = Repository.path("Shaders-CPU/color_words.c")
    let source = try String(contentsOfFile: path, encoding: .utf8)
    let strings = source.matches(of: /"\\n(.*)"/).map(\.1).joined(separator: "\\n")
    let names = strings.components(separatedBy: "\\n")
    let body = try #require(source.firstMatch(of: /table\[\d+\] = \{([^}]*)\}/)).1
    let bytes = body.split { !$0.isNumber }.compactMap { Int($0) }
    let side = try #require(source.firstMatch(of: /side = (\d+)/).flatMap { Int($0.1) })
    #expect(bytes.count <= 65_536)
    var (points, at) = ([[Int: Double]](), 0)
    while at < bytes.count {
      var point: [Int: Double] = [:]
      for entry in 0..<bytes[at] {
        point[bytes[at + 1 + 2 * entry]] = pow(Double(bytes[at + 2 + 2 * entry]) / 255, 2)
      }
      points.append(point)
      at += 1 + 2 * bytes[at]
    }
    #expect(points.count == side * side * side)
    var dice = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      let parts = (0..<3).map { _ in Double.random(in: 0...1, using: &dice) }
      let color = RGB(red: parts[0], green: parts[1], blue: parts[2])
      let expected = mean(of: points, side: side, at: color)
      let found = color.words
      #expect(found.count == expected.count { $0.value >= 0.01 })
      for word in found {
        let place = try #require(names.firstIndex(of: word.name))
        #expect(abs(word.share - expected[place, default: 0]) < 1e-12, "\(color.hex) \(word)")
      }
    }
  }

  /// Each point's weight is the volume of the box across from it.
  private func mean(of points: [[Int: Double]], side: Int, at color: RGB) -> [Int: Double] {
    func weight(_ point: Int, _ value: Double) -> Double {
      max(0, 1 - abs(value * Double(side - 1) - Double(point)))
    }
    var mean: [Int: Double] = [:]
    for (index, point) in points.enumerated() {
      let blue = weight(index % side, color.blue)
      let green = blue * weight(index / side % side, color.green)
      let all = green * weight(index / side / side, color.red)
      guard all > 0 else { continue }
      for (word, share) in point { mean[word, default: 0] += all * share }
    }
    return mean
  }

  /// The specification's rule, by the shares that are listed: the basic names compete, with their
  /// shades and forms; skin with beige, and all greys, are one rival each; orange and pink leave
  /// skin. Blue also selects what it selects in half a stop more light.
  @Test(arguments: ["red", "green", "blue", "purple", "brown", "pink"])
  func basicNamesCompeteByTheSpecifiedRule(name: String) throws {
    let terms = [
      "red": "red crimson maroon", "orange": "orange peach rust", "yellow": "yellow gold mustard",
      "green": "green lime grass mint olive", "blue": "blue sky azure navy periwinkle",
      "purple": "purple violet lavender lilac plum", "pink": "pink salmon rose",
      "brown": "brown tan", "skin": "skin beige", "grey": "white cream grey silver black",
    ].mapValues { $0.split(separator: " ") }
    func weight(of color: RGB) -> Double {
      var shares: [String: Double] = [:]
      for word in color.words {
        let last = word.name.split(separator: " ").last!
        for (term, words) in terms where words.contains(last) {
          shares[term, default: 0] += word.share
        }
      }
      let own = shares[name, default: 0]
      let rival = shares.filter { $0.key != name }.values.max() ?? 0
      return own > 0 ? min(max(4 * own / (own + rival) - 1, 0), 1) : 0
    }
    var dice = SeededGenerator(seed: 17)
    let codes = (0..<120).map { _ in (0..<3).map { _ in UInt8.random(in: 0...255, using: &dice) } }
    var settings = SplashSettings()
    settings.hues = try HueRange.ranges(name)
    (settings.whiteBalance, settings.clean, settings.fill) = (.off, 0, 0)
    (settings.despeckle, settings.stability, settings.whole, settings.show) = (0, 0, 0, .mask)
    let filter = try PixelFilter(settings)
    var sum = 0.0
    for code in codes {
      var bytes: [UInt8] = (0..<256).flatMap { _ -> [UInt8] in code + [255] }
      try bytes.withUnsafeMutableBytes {
        filter.apply(to: try PixelBuffer($0, width: 16, height: 16, layout: .rgba))
      }
      let parts = code.map { Double($0) / 255 }
      let color = RGB(red: parts[0], green: parts[1], blue: parts[2])
      let lit = parts.map { 1.19 * $0 }
      var expected = weight(of: color)
      if name == "blue", lit.max()! <= 1 {
        expected = max(expected, weight(of: RGB(red: lit[0], green: lit[1], blue: lit[2])))
      }
      let hsv = color.hsv
      expected *= min(max((hsv.saturation - 0.08) / 0.08, 0), 1)
      if name == "pink" {
        let beyond = [
          (30 - min(abs(hsv.hue - 25), 385 - hsv.hue)) / 10, (hsv.saturation - 0.13) / 0.1,
          (0.68 - hsv.saturation) / 0.1,
        ].min()!
        expected *= 1 - min(max(beyond, 0), 1)
      }
      sum += abs(Double(bytes[0]) / 255 - expected)
    }
    #expect(sum / Double(codes.count) < 0.03, "\(sum / Double(codes.count))")
  }

  /// Most people use one of the names, and nobody two; colors out of range count as the edge.
  @Test func nameSharesSumToAboutOne() {
    for red in stride(from: 0, through: 1, by: 0.1) {
      for green in stride(from: 0, through: 1, by: 0.1) {
        for blue in stride(from: 0, through: 1, by: 0.1) {
          let shares = RGB(red: red, green: green, blue: blue).words.map(\.share)
          #expect((0.6...1.02).contains(shares.reduce(0, +)))
          #expect(shares == shares.sorted(by: >))
        }
      }
    }
    #expect(RGB(red: 1.5, green: -1, blue: 0).words == color(0xFF0000).words)
  }
}
