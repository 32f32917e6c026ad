import TestSupport

/// TIFF photos that are unsupported or truncated.
struct TIFFKindTests {
  private let scratch = Scratch()

  private typealias Entry = (tag: UInt16, values: [UInt16])

  /// An uncompressed little-endian TIFF of 16 columns and 32 rows, with its directory before its
  /// one strip.
  private func tiff(samples: Int, bits: UInt16, strip: [UInt8], _ more: [Entry]) -> [UInt8] {
    func two(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8 & 255)] }
    func four(_ number: Int) -> [UInt8] { two(number & 0xffff) + two(number >> 16) }
    var entries: [Entry] = [
      (256, [16]), (257, [32]), (258, Array(repeating: bits, count: samples)), (259, [1]),
      (273, [0]), (277, [UInt16(samples)]), (278, [32]), (279, [UInt16(strip.count)]),
    ]
    entries = (entries + more).sorted { $0.tag < $1.tag }
    let behind = 8 + 2 + 12 * entries.count + 4
    let listed = entries.filter { $0.values.count > 2 }.reduce(0) { $0 + 2 * $1.values.count }
    var (table, data): ([UInt8], [UInt8]) = ([], [])
    for (tag, values) in entries {
      let bytes = (tag == 273 ? [UInt16(behind + listed)] : values).flatMap { two(Int($0)) }
      table += two(Int(tag)) + two(3) + four(values.count)
      if bytes.count > 4 {
        table += four(behind + data.count)
        data += bytes
      } else {
        table += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      }
    }
    return Array("II".utf8) + two(42) + four(8) + two(entries.count) + table + four(0) + data
      + strip
  }

  private func written(_ bytes: [UInt8]) throws -> String {
    let path = scratch.path("in.tif")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test(
    arguments: [
      ("CMYK", 4, 8, [262: 5]), ("CIELab", 3, 8, [262: 8]),
      ("floating-point", 3, 16, [262: 2, 339: 3]), ("floating-point", 3, 32, [262: 2, 339: 3]),
      ("grey in planes", 1, 8, [262: 1, 284: 2]),
    ] as [(String, Int, UInt16, [UInt16: UInt16])])
  func unsupportedTIFFSamplesAreNamed(
    word: String, samples: Int, bits: UInt16, more: [UInt16: UInt16]
  ) throws {
    let strip = [UInt8](repeating: 60, count: 16 * 32 * samples * Int(bits) / 8)
    let entries = more.map {
      (tag: $0, values: Array(repeating: $1, count: $0 == 339 ? samples : 1))
    }
    let input = try written(tiff(samples: samples, bits: bits, strip: strip, entries))
    let output = scratch.path("out.png")
    let run = try Command.splash(input, "-o", output)
    #expect(run.status == 2 && run.errors.contains(word), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test func bigTIFFErrorNamesTheFormat() throws {
    let input = try written([0x49, 0x49, 43, 0, 8, 0, 0, 0] + [UInt8](repeating: 0, count: 64))
    let run = try Command.splash(input, "-o", scratch.path("out.png"))
    #expect(run.status == 2 && run.errors.contains("BigTIFF"), "\(run.errors)")
  }

  @Test(arguments: [(3, 8), (3, 16), (1, 8)] as [(Int, UInt16)])
  func truncatedTIFFKeepsItsRows(samples: Int, bits: UInt16) throws {
    let row = 16 * samples * Int(bits) / 8
    let strip = (0..<32 * row).map { UInt8(60 + $0 / row * 4) }
    let whole = tiff(
      samples: samples, bits: bits, strip: strip, [(262, [samples == 1 ? 1 : 2])])
    let input = try written(Array(whole.dropLast(12 * row)))
    let output = scratch.path("out.tif")
    let run = try Command.splash(input, "-o", output, "--rest", "none")
    #expect(run.status == 0 && run.errors.contains("its file breaks off"), "\(run.errors)")
    let pixels = try Media(output).samples("rgb24")
    try #require(pixels.count == 3 * 16 * 32)
    for y in 0..<32 {
      let expected = y < 20 ? 60 + y * 4 : 0
      #expect((0..<48).allSatisfy { abs(Int(pixels[y * 48 + $0]) - expected) < 3 }, "row \(y)")
    }
  }

  /// A strip may claim to lie gigabytes behind the end of a small file.
  @Test(arguments: [(1200, 2), (4000, 0)] as [(Int, Int32)])
  func truncatedTIFFIsCompletedUpToMaxFile(limit: Int, status: Int32) throws {
    let whole = tiff(samples: 3, bits: 8, strip: [UInt8](repeating: 90, count: 1536), [(262, [2])])
    let input = try written(Array(whole.dropLast(700)))
    let run = try Command.splash(
      input, "-o", scratch.path("out.tif"), "--max-file", "\(limit)")
    #expect(run.status == status, "\(run.errors)")
    #expect(run.errors.contains("its file breaks off") == (status == 0), "\(run.errors)")
  }
}
