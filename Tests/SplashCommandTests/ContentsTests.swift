import Foundation
import TestSupport
import Testing

/// What a result is made of counts by its contents, not by its name, and is never replaced by it.
struct ContentsTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func run(_ arguments: [String]) throws -> Command {
    try Command.run(Command.splash.path, arguments)
  }

  private func make(_ name: String, _ source: String, _ options: String...) throws -> String {
    let path = scratch.path(name)
    let made = try Command.run(
      "ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", source] + options + [path])
    try #require(made.status == 0, "\(made.errors)")
    return path
  }

  /// A table of two points a side, to a power.
  private func table(_ name: String, inverts: Bool) throws -> String {
    let path = scratch.path(name)
    let lines = (0..<8).map { point in
      [point & 1, point >> 1 & 1, point >> 2].map { "\(inverts ? 1 - $0 : $0).0" }.joined(
        separator: " ")
    }
    try write((["LUT_3D_SIZE 2"] + lines).joined(separator: "\n") + "\n", to: path)
    return path
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  // MARK: - Replacing

  @Test func nothingThatIsReadIsReplaced() throws {
    let clip = try make("clip.mkv", "testsrc2=size=64x48:rate=10:duration=1", "-c:v", "ffv1")
    let table = try table("table.cube", inverts: false)
    let mask = try make("mask.png", "color=white:size=64x48", "-frames:v", "1")
    let behind = try make("behind.png", "color=blue:size=64x48", "-frames:v", "1")
    let (settings, keys) = (scratch.path("settings.json"), scratch.path("keys.json"))
    try write("{\"threshold\": 30}", to: settings)
    try write("[{\"time\": 0.5, \"settings\": {\"threshold\": 40}}]", to: keys)
    let all = [table, mask, behind, settings, keys]
    let before = try all.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    let look = [
      "--kept", "lut=\(table)", "--rest", "image=\(behind)", "--keep", "mask=\(mask)",
      "--settings", settings, "--timeline", keys, "--quiet", "-y",
    ]
    let link = scratch.path("link")
    var commands: [[String]] = []
    for (index, file) in all.enumerated() {
      try FileManager.default.createSymbolicLink(
        atPath: "\(link)-\(index)", withDestinationPath: file)
      try FileManager.default.linkItem(atPath: file, toPath: "\(link)-hard-\(index)")
      for name in [file, "file:\(file)", "\(link)-\(index)", "\(link)-hard-\(index)"] {
        for flag in ["--save-settings", "--stats-json"] {
          commands.append([clip, "-o", "null", flag, name])
        }
        commands.append([clip, clip, "-o", scratch.path("out-{n}.mkv"), "--report", name])
        commands.append([clip, "-o", name, "--format", "nut"])
      }
    }
    commands.append([clip, "-o", mask, "--frames", "1"])
    for command in commands {
      let run = try run(command + look)
      #expect(run.status == 2 && run.errors.contains("this run reads"), "\(command): \(run.errors)")
    }
    #expect(try all.map { try Data(contentsOf: URL(fileURLWithPath: $0)) } == before)
    // The run itself is a good one.
    let good = try run([clip, "-o", scratch.path("good.mkv")] + look)
    #expect(good.status == 0, "\(good.errors)")
  }
}
