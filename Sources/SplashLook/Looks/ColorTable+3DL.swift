extension ColorTable {
  /// Reads a `.3dl` file as Lustre and Flame write it: a line with the positions along a side,
  /// evenly spaced, then whole numbers, three per line, red slowest. Their depth is the least of
  /// 10, 12, 14 or 16 bits that holds the largest. Lines that begin with a word, and text after
  /// `#`, are ignored.
  ///
  /// - Parameters:
  ///   - name: of the file, for errors.
  ///   - text: its bytes.
  package convenience init(mesh name: String, text: [UInt8]) throws {
    func broken(_ cause: String) -> SplashError {
      SplashError(.badInput, "\(name): not a .3dl file", cause: cause)
    }
    var side: [Int] = []
    var codes: [Int] = []
    for line in text.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      guard let numbers = try Self.numbers(line, broken) else { continue }
      if side.isEmpty {
        side = numbers
        guard (2...129).contains(side.count) else {
          throw broken("\(side.count) points along a side, in place of 2 to 129")
        }
      } else {
        guard numbers.count == 3 else { throw broken("a line of \(numbers.count) numbers") }
        codes += numbers
        guard codes.count <= 3 * side.count * side.count * side.count else {
          throw broken("more than \(side.count * side.count * side.count) colors")
        }
      }
    }
    let size = side.count
    guard size > 1 else { throw broken("there are no numbers in it") }
    guard codes.count == 3 * size * size * size else {
      throw broken("\(counted(codes.count / 3, "color")) in place of \(size * size * size)")
    }
    let step = Double(side[size - 1] - side[0]) / Double(size - 1)
    let isEven = side.enumerated().allSatisfy {
      abs(Double($1) - Double(side[0]) - step * Double($0)) <= 1 + step / 16
    }
    guard step > 0, side[0] == 0, isEven else {
      throw broken("the points along a side are not evenly spaced from 0 on")
    }
    let top = [10, 12, 14, 16].map { (1 << $0) - 1 }.first { $0 >= codes.max()! }!
    var values: [Float] = []
    values.reserveCapacity(codes.count)
    for blue in 0..<size {
      for green in 0..<size {
        for red in 0..<size {
          let at = 3 * ((red * size + green) * size + blue)
          values += codes[at..<(at + 3)].map { Float($0) / Float(top) }
        }
      }
    }
    self.init(.cube, size: size, values: values)
  }

  /// The whole numbers of a line, 0…65535; nil for a line without numbers, or one that begins with
  /// a word.
  private static func numbers(
    _ line: ArraySlice<UInt8>, _ broken: (String) -> SplashError
  ) throws -> [Int]? {
    var numbers: [Int] = []
    for word in line.prefix(while: { $0 != UInt8(ascii: "#") }).split(whereSeparator: {
      $0 == 32 || $0 == 9
    }) {
      let text = String(decoding: word, as: UTF8.self)
      guard let number = Int(text), (0...65535).contains(number) else {
        if numbers.isEmpty, Double(text) == nil { return nil }
        throw broken("\(text) is no whole number from 0 to 65535")
      }
      numbers.append(number)
    }
    return numbers.isEmpty ? nil : numbers
  }
}
