import TestSupport

/// The README's Swift program, compiled with nothing but the public module.
struct ReadmeTests {
  private static let example = Command.splash.deletingLastPathComponent()
    .appendingPathComponent("readme-example")

  @Test func readmeShowsTheCompiledExample() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let compiled = try String(
      contentsOf: root.appendingPathComponent("Tests/ReadmeExample/main.swift"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(compiled)```"))
  }

  @Test func readmeExampleWritesItsClip() throws {
    let scratch = Scratch()
    _ = try Command.splash(
      "test:320x240@10", "--duration", "0.5", "-o", scratch.path("clip.mp4"), "--hue", "0:180")
    let run = try Command.run(
      "bash", ["-c", "cd \"$0\" && \"$1\"", scratch.folder.path, Self.example.path]
    ).checked()
    #expect(run.text.hasPrefix("5 "), "\(run.text)")
    #expect(try Media(scratch.path("red.mp4")).times().count == 5)
  }
}
