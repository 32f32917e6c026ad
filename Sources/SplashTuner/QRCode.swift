/// A QR code (ISO/IEC 18004) of a short text: bytes, error correction level L, versions 1 to 5,
/// which have one block of codewords, and mask 0.
package struct QRCode {
  /// Modules per side.
  package let size: Int
  private var modules: [Bool]
  /// Modules of the function patterns, which are neither data nor masked.
  private var isFixed: [Bool]

  /// Codewords of data and of error correction for each version at level L (table 9).
  private static let codewords = [(19, 7), (34, 10), (55, 15), (80, 20), (108, 26)]

  /// - Returns: nil for a text of more than 106 bytes in UTF-8.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    // Mode and length take one codeword and a half, the terminator the other half.
    guard let index = Self.codewords.firstIndex(where: { bytes.count + 2 <= $0.0 }) else {
      return nil
    }
    let (data, correction) = Self.codewords[index]
    size = 21 + 4 * index
    modules = Array(repeating: false, count: size * size)
    isFixed = modules
    drawPatterns(version: index + 1)
    drawFormat()
    let message = Self.padded(bytes, to: data)
    draw(message + Self.correction(of: message, count: correction))
  }

  /// Whether a module is dark; false outside of the code.
  package func isDark(_ x: Int, _ y: Int) -> Bool {
    (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x]
  }

  /// The code in half blocks for a terminal, with its margin of four modules, black on white
  /// whatever the terminal's colors.
  package var text: String {
    stride(from: -4, to: size + 4, by: 2).map { y in
      let line = (-4..<size + 4).map { x in
        switch (isDark(x, y), isDark(x, y + 1)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
      return "\u{1b}[38;5;16;48;5;231m\(line)\u{1b}[0m\n"
    }.joined()
  }

  // MARK: - Codewords

  /// Mode, length, text and padding (7.4).
  private static func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] {
    var (words, rest): ([UInt8], UInt8) = ([], 4)
    for byte in [UInt8(bytes.count)] + bytes {
      words.append(rest << 4 | byte >> 4)
      rest = byte & 15
    }
    words.append(rest << 4)
    for index in 0..<count - words.count { words.append(index % 2 == 0 ? 0xec : 0x11) }
    return words
  }

  /// The remainder of the message by the generator, the product of (x - 2^i), over GF(256) with
  /// 0x11d (7.5.2 and annex A).
  private static func correction(of message: [UInt8], count: Int) -> [UInt8] {
    var generator = [UInt8](repeating: 0, count: count - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<count {
      for index in 0..<count {
        generator[index] = multiply(generator[index], root)
        if index + 1 < count { generator[index] ^= generator[index + 1] }
      }
      root = multiply(root, 2)
    }
    var remainder = [UInt8](repeating: 0, count: count)
    for byte in message {
      let factor = byte ^ remainder.removeFirst()
      remainder.append(0)
      for index in 0..<count { remainder[index] ^= multiply(generator[index], factor) }
    }
    return remainder
  }

  private static func multiply(_ one: UInt8, _ two: UInt8) -> UInt8 {
    var product = 0
    for bit in stride(from: 7, through: 0, by: -1) {
      product = product << 1 ^ (product >> 7 * 0x11d)
      if two >> UInt8(bit) & 1 == 1 { product ^= Int(one) }
    }
    return UInt8(product)
  }

  // MARK: - Modules

  private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
    guard (0..<size).contains(x), (0..<size).contains(y) else { return }
    modules[y * size + x] = isDark
    isFixed[y * size + x] = true
  }

  /// Finders, timing and alignment (6.3).
  private mutating func drawPatterns(version: Int) {
    for index in 0..<size {
      fix(6, index, index % 2 == 0)
      fix(index, 6, index % 2 == 0)
    }
    for (centerX, centerY) in [(3, 3), (size - 4, 3), (3, size - 4)] {
      for y in -4...4 {
        for x in -4...4 {
          let ring = max(abs(x), abs(y))
          fix(centerX + x, centerY + y, ring != 2 && ring != 4)
        }
      }
    }
    guard version > 1 else { return }
    for y in -2...2 {
      for x in -2...2 { fix(size - 7 + x, size - 7 + y, max(abs(x), abs(y)) != 1) }
    }
  }

  /// Level L and mask 0, which are 01000 with the code of annex C, twice; and the dark module.
  private mutating func drawFormat() {
    let bits = 0b111_0111_1100_0100
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0...5 { fix(8, index, bit(index)) }
    fix(8, 7, bit(6))
    fix(8, 8, bit(7))
    fix(7, 8, bit(8))
    for index in 9...14 { fix(14 - index, 8, bit(index)) }
    for index in 0...7 { fix(size - 1 - index, 8, bit(index)) }
    for index in 8...14 { fix(8, size - 15 + index, bit(index)) }
    fix(8, size - 8, true)
  }

  /// Data up and down in columns of two from the right, masked where x + y is even (7.7.3, 7.8.2).
  private mutating func draw(_ words: [UInt8]) {
    var next = 0
    func bit(_ index: Int) -> Bool {
      index / 8 < words.count && words[index / 8] << UInt8(index % 8) & 0x80 != 0
    }
    var isUpward = true
    for right in [Int](stride(from: size - 1, through: 8, by: -2)) + [5, 3, 1] {
      for step in 0..<size {
        let y = isUpward ? size - 1 - step : step
        for x in [right, right - 1] where !isFixed[y * size + x] {
          modules[y * size + x] = bit(next) != ((x + y) % 2 == 0)
          next += 1
        }
      }
      isUpward.toggle()
    }
  }
}
