internal import Glibc
internal import Synchronization

/// The color table of a file: a lattice over R'G'B', or three curves.
package final class ColorTable: Sendable {
  package enum Shape: Sendable { case curves, cube }

  package let shape: Shape
  /// Points along a side of the lattice, or of each curve.
  package let size: Int
  /// R', G' and B' of the first and the last point.
  let domain: (low: [Float], high: [Float])
  /// R', G' and B' of each point within 0…1; in a lattice red changes fastest, then green, then
  /// blue.
  let values: [Float]
  let latest = Mutex<Lattice?>(nil)

  init(
    _ shape: Shape, size: Int, values: [Float],
    domain: (low: [Float], high: [Float]) = ([0, 0, 0], [1, 1, 1])
  ) {
    self.shape = shape
    self.size = size
    self.values = values
    self.domain = domain
  }

  /// Reads a Hald CLUT: a square image whose side is the cube of its level; pixels from the upper
  /// left corner.
  ///
  /// - Parameters:
  ///   - name: of the file, for errors.
  ///   - values: R', G' and B' of each pixel, 0…1.
  package convenience init(
    hald name: String, width: Int, height: Int, values: [Float]
  ) throws {
    let level = try Self.level(ofHald: name, width: width, height: height)
    self.init(.cube, size: level * level, values: values)
  }

  /// The level of a Hald CLUT, which is the cube root of its side.
  ///
  /// - Throws: `SplashError` for an image of another shape.
  package static func level(ofHald name: String, width: Int, height: Int) throws -> Int {
    let level = (2...16).first { $0 * $0 * $0 == width }
    guard width == height, let level else {
      throw SplashError(
        .badInput, "\(name): not a Hald CLUT", cause: "the image is \(width)x\(height)",
        remedy: "give a square one whose side is a cube number: 64, 125, 512, …")
    }
    return level
  }

  /// Reads a `.cube` file: Adobe's Cube LUT 1.0, with Resolve's input ranges.
  ///
  /// - Parameters:
  ///   - name: of the file, for errors.
  ///   - text: its bytes, with a zero at the end.
  package convenience init(cube name: String, text: [UInt8]) throws {
    var reader = CubeReader(name: name)
    try text.withUnsafeBufferPointer { bytes in
      try bytes.withMemoryRebound(to: CChar.self) {
        // Windows editors write a UTF-8 byte order mark.
        try reader.read($0.baseAddress! + (text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
      }
    }
    let (shape, size) = try reader.finished()
    self.init(
      shape, size: size, values: reader.values, domain: (reader.low, reader.high))
  }

  /// A lattice of 33 points a side that makes colors warmer.
  package static let example: ColorTable = {
    let size = 33
    let values = (0..<(size * size * size)).flatMap { index -> [Float] in
      let (red, green, blue) = (
        Float(index % size) / 32, Float(index / size % size) / 32, Float(index / size / size) / 32
      )
      return [min(1, red * 1.1), green * (0.7 + 0.3 * red), blue * blue]
    }
    return ColorTable(.cube, size: size, values: values)
  }()
}

/// State while reading a `.cube` file.
private struct CubeReader {
  let name: String
  var shape: (ColorTable.Shape, size: Int)?
  var (low, high): ([Float], [Float]) = ([0, 0, 0], [1, 1, 1])
  var values: [Float] = []
  private var line = 0

  init(name: String) { self.name = name }

  mutating func read(_ text: UnsafePointer<CChar>) throws {
    var next = text
    while next.pointee != 0 {
      line += 1
      let end = next + strcspn(next, "\r\n")
      next += strspn(next, " \t")
      if next < end { try readLine(next, end) }
      next = end
      if next.pointee == 13 { next += 1 }
      if next.pointee == 10 { next += 1 }
    }
  }

  private mutating func readLine(_ start: UnsafePointer<CChar>, _ end: UnsafePointer<CChar>) throws
  {
    if start.pointee == CChar(UInt8(ascii: "#")) { return }
    if isalpha(Int32(start.pointee)) != 0, !isNumber(start) {
      return try readKeyword(
        String(
          decoding: UnsafeBufferPointer(start: start, count: end - start).map {
            UInt8(bitPattern: $0)
          }, as: UTF8.self))
    }
    guard shape != nil else { throw broken("colors before LUT_1D_SIZE or LUT_3D_SIZE") }
    values += try numbers(start, end, count: 3).map { min(max($0, 0), 1) }
    guard values.count <= 3 * points else { throw broken("more than \(points) colors") }
  }

  /// `nan` and `inf` look like keywords, but are numbers.
  private func isNumber(_ start: UnsafePointer<CChar>) -> Bool {
    strncasecmp(start, "nan", 3) == 0 || strncasecmp(start, "inf", 3) == 0
  }

  private mutating func readKeyword(_ text: String) throws {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
    func arguments(_ count: Int) throws -> [Float] {
      try text.withCString { start in
        let word = start + text.utf8.prefix { $0 != 32 && $0 != 9 }.count
        return try numbers(word, start + text.utf8.count, count: count)
      }
    }
    switch words[0] {
    case "TITLE": break
    case "DOMAIN_MIN": low = try arguments(3)
    case "DOMAIN_MAX": high = try arguments(3)
    case "LUT_1D_INPUT_RANGE", "LUT_3D_INPUT_RANGE":
      let range = try arguments(2)
      (low, high) = (.init(repeating: range[0], count: 3), .init(repeating: range[1], count: 3))
    case "LUT_1D_SIZE", "LUT_3D_SIZE":
      let isCube = words[0] == "LUT_3D_SIZE"
      let limit = isCube ? 256 : 65536
      guard shape == nil else { throw broken("a second size") }
      guard words.count == 2, let size = Int(words[1]), (2...limit).contains(size) else {
        throw broken("\(words.dropFirst().joined(separator: " ")) is no size from 2 to \(limit)")
      }
      shape = (isCube ? .cube : .curves, size)
      values.reserveCapacity(3 * points)
    default: throw broken("\(words[0]) is no word of a .cube file")
    }
  }

  private var points: Int {
    guard let shape else { return 0 }
    return shape.0 == .cube ? shape.size * shape.size * shape.size : shape.size
  }

  private func numbers(
    _ start: UnsafePointer<CChar>, _ end: UnsafePointer<CChar>, count: Int
  ) throws -> [Float] {
    var next = start
    var numbers: [Float] = []
    for _ in 0..<count {
      var rest: UnsafeMutablePointer<CChar>?
      let number = strtof(next, &rest)
      guard let rest, rest > next, rest <= end else { throw broken("not \(count) numbers") }
      guard number.isFinite else { throw broken("a number that is not finite") }
      numbers.append(number)
      next = UnsafePointer(rest)
    }
    guard next + strspn(next, " \t") >= end else { throw broken("more than \(count) numbers") }
    return numbers
  }

  func finished() throws -> (ColorTable.Shape, Int) {
    guard let shape else {
      throw SplashError(
        .badInput, "\(name): not a .cube file", cause: "there is no LUT_1D_SIZE or LUT_3D_SIZE")
    }
    guard values.count == 3 * points else {
      throw SplashError(
        .badInput, "\(name): broken",
        cause: "\(counted(values.count / 3, "color")) in place of \(points)")
    }
    guard zip(low, high).allSatisfy({ $0 < $1 }) else {
      throw SplashError(.badInput, "\(name): broken", cause: "DOMAIN_MIN is not below DOMAIN_MAX")
    }
    return shape
  }

  private func broken(_ cause: String) -> SplashError {
    SplashError(.badInput, "\(name): line \(line)", cause: cause)
  }
}
