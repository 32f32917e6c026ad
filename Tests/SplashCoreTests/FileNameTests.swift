import SplashCore
import TestSupport

/// File names as bytes, and as numbered series.
struct FileNameTests {
  @Test func everyByteSequenceIsKeptInFileNames() {
    var generator = SeededGenerator(seed: 11)
    var names: [[UInt8]] = [
      Array("café 日本 🎞".utf8), [0x63, 0xe9], [0xff, 0xfe, 0x80], [0xf0, 0x9f, 0x8e],
      // The characters that splash uses for stray bytes, in the name itself.
      Array("\u{10ffe9}".utf8), [0xed, 0xa0, 0x80], [0xc0, 0xaf],
    ]
    for _ in 0..<2000 {
      let length = Int.random(in: 0...12, using: &generator)
      names.append((0..<length).map { _ in UInt8.random(in: 1...255, using: &generator) })
    }
    for name in names { #expect(String(pathBytes: name).pathBytes == name) }
  }

  @Test func plainFileNamesAreDisplayedAsTheyAre() {
    #expect(String(pathBytes: Array("café 日本".utf8)) == "café 日本")
    #expect("café".displayed == "café")
    #expect(String(pathBytes: [0x63, 0xe9, 0x0a]).displayed == "c\\xE9\n")
  }

  @Test func errorsShowStrayBytesOfFileNames() {
    let error = SplashError(.badInput, String(pathBytes: [0x63, 0xe9]) + ": cannot open")
    #expect(error.description == "c\\xE9: cannot open")
  }

  @Test(
    arguments: [
      ("shot-%03d.png", ["shot-001.png", "shot-022.png", "shot-1000.png"]),
      ("shot-%d.png", ["shot-001.png", "shot-5.png", "shot-022.png", "shot-1000.png"]),
      ("100%%-%d.png", ["100%-3.png"]),
      ("plain.png", nil), ("%s.png", nil), ("shot-%", nil),
    ] as [(String, [String]?)])
  func numberedFilesAreFoundInOrder(_ pattern: String, _ expected: [String]?) throws {
    let scratch = Scratch()
    for name in [
      "shot-1000.png", "shot-022.png", "shot-001.png", "shot-5.png", "shot-x.png", "shot-.png",
      "shot-12.jpg", "ashot-004.png", "100%-3.png", "shot-٣٣٣.png",
    ] {
      try Data().write(to: URL(fileURLWithPath: scratch.path(name)))
    }
    let found = NumberedName(scratch.path(pattern))?.existing
    #expect(found == expected?.map { scratch.path($0) })
  }
}
