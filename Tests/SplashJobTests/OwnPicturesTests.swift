import TestSupport

/// The programs in `Examples`, which make frames of their own.
struct OwnPicturesTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func program(_ name: String) -> String {
    Command.splash.deletingLastPathComponent().appendingPathComponent(name).path
  }

  private static func read(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// All but the pixels and the output.
  @Test func readmeShowsTheOwnPixelsProgram() throws {
    let lines = try Self.read("Examples/OwnPixels/main.swift").split(
      separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex(of: "var settings = SplashSettings()"))
    let last = try #require(lines.firstIndex(of: "}"))
    let shown = lines[0...1] + lines[first...last]
    let readme = try Self.read("README.md")
    #expect(readme.contains("```swift\n\(shown.joined(separator: "\n"))\n```"))
  }

  @Test func ownPixelsKeepRedAndTurnBlueGrey() throws {
    let run = try Command.run(Self.program("own-pixels"), []).checked()
    let right = try #require(
      run.text.wholeMatch(of: /left \[220, 30, 30, 255\], right \[(\d+), (\d+), (\d+), 255\]\n/))
    // BT.601, as for any small picture.
    let luma = 0.299 * 30 + 0.587 * 30 + 0.114 * 220
    for code in [right.1, right.2, right.3] {
      #expect(abs(try #require(Double(code)) - luma) < 0.6)
    }
  }

  @Test func ownPixelsProgramLinksNoMediaLibrary() throws {
    let needed = try Command.run("ldd", [Self.program("own-pixels")])
    #expect(needed.status == 0 && needed.text.contains("libswiftCore"), "\(needed.errors)")
    for name in ["libav", "libsw", "heif", "jpeg", "webp", "v4l", "libz."] {
      #expect(!needed.text.replacing("libswift", with: "").contains(name), "\(needed.text)")
    }
    // The other example links FFmpeg's libraries.
    #expect(try Command.run("ldd", [Self.program("own-frames")]).text.contains("libav"))
  }

  @Test func ownFramesGoThroughAJobToAFileAndASink() throws {
    let scratch = Scratch()
    let run = try Command.run(
      "bash",
      ["-c", "cd \"$0\" && \"$1\"", scratch.folder.path, Self.program("own-frames")]
    ).checked()
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 10)
    for (index, line) in lines.enumerated() {
      let match = try #require(line.wholeMatch(of: /([\d.]+): left (\d+), right (\d+)/), "\(line)")
      #expect(abs(try #require(Double(match.1)) - Double(index) / 25) < 1e-6)
      #expect(try #require(Int(match.2)) > 60 && match.3 == "0", "\(line)")
    }
    #expect(try Media(scratch.path("flag.mp4")).times().count == 10)
  }
}
