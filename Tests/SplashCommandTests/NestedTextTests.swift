import TestSupport

/// JSON that is nested too deep, at each place where the command takes JSON: it is refused, and the
/// process does not crash.
struct NestedTextTests {
  private let scratch = Scratch()

  /// Foundation's decoder crashes at the last of these.
  private static let deep = String(repeating: "[", count: 513)
  private static let reason = "nested deeper than 64"

  private func file(_ name: String, _ text: String = deep) throws -> String {
    let path = scratch.path(name)
    let folder = URL(filePath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Runs splash with a folder of settings of its own.
  private func splash(_ arguments: String...) throws -> Command {
    try Command.run(
      "env", ["XDG_CONFIG_HOME=\(scratch.folder.path)", Command.splash.path] + arguments)
  }

  @Test(arguments: ["--settings", "--timeline"])
  func deeplyNestedSettingsFileIsRefused(flag: String) throws {
    let run = try splash("test:64x48", "--frames", "1", "-o", "null", flag, file("a.json"))
    #expect(run.status == 64 && run.errors.contains(Self.reason), "\(run.status) \(run.errors)")
  }

  @Test func deeplyNestedTimelineFlagIsRefused() throws {
    let run = try splash("test:64x48", "--frames", "1", "-o", "null", "--timeline", Self.deep)
    #expect(run.status == 64 && run.errors.contains(Self.reason), "\(run.status) \(run.errors)")
  }

  @Test func deeplyNestedPresetLeavesTheOthers() throws {
    _ = try file("splash/presets/bad.json")
    let list = try splash("presets")
    #expect(list.status == 0 && list.lines.contains { $0.hasPrefix("noir-red") }, "\(list.errors)")
    let run = try splash("test:64x48", "--frames", "1", "-o", "null", "--use", "bad")
    #expect(run.status == 64 && run.errors.contains(Self.reason), "\(run.status) \(run.errors)")
    let imported = try splash("presets", "import", file("b.json"))
    #expect(imported.status == 64, "\(imported.status) \(imported.errors)")
  }

  @Test func deeplyNestedConfigurationIsRefused() throws {
    let path = try file("splash/config.json")
    let run = try splash("test:64x48", "--frames", "1", "-o", "null")
    #expect(run.status == 64 && run.errors.contains(path), "\(run.status) \(run.errors)")
  }

  @Test func deeplyNestedLedgerLineIsIgnored() throws {
    let clip = scratch.path("clip.mkv")
    try Command.ffmpeg("-f", "lavfi", "-i", "testsrc2=size=64x48:rate=5:duration=1", clip)
    _ = try file("out/.splash-ledger", Self.deep + "\n")
    let run = try splash(clip, "-o", scratch.path("out") + "/", "--resume")
    #expect(run.status == 0 && run.errors.contains("1 of 1 file done"), "\(run.errors)")
  }

  @Test func deeplyNestedNoteOfAClipIsRefused() throws {
    let clip = scratch.path("clip.mkv")
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=5:duration=1", "-metadata",
      "comment=splash 1.0 {\"timeline\":\(Self.deep)", clip)
    let run = try splash("test:64x48", "--frames", "1", "-o", "null", "--settings", clip)
    #expect(run.status == 64 && run.errors.contains(Self.reason), "\(run.status) \(run.errors)")
  }

  @Test func deeplyNestedOrderIsRefusedAndTheRunGoesOn() throws {
    let run = try SteeredRun()
    let answer = try run.send("{\"timeline\":" + Self.deep)
    #expect(answer.status != 0 && answer.errors.contains(Self.reason), "\(answer.errors)")
    #expect(try run.send("settings").status == 0)
    #expect(run.next() != nil)
  }
}
