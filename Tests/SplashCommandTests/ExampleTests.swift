import Foundation
import TestSupport
import Testing

/// The command lines of the README, of articles and of the help, run as they stand.
@Suite(.serialized) struct ExampleTests {
  /// Lines of fenced blocks of pages and of help texts that begin with `splash`, without remarks,
  /// each once.
  private static let all: [String] = {
    let blocks = Repository.pages.flatMap { page in
      page.components(separatedBy: "\n```").enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element)
    }
    let helps = ["run", "devices", "subjects", "pick", "tune", "bench"].map {
      (try? Command.splash($0, "--help").text) ?? ""
    }
    var seen = Set<String>()
    return (blocks + helps).flatMap { $0.split(separator: "\n") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .map { $0.replacing(/\s{2,}#.*$/, with: "") }
      .filter { $0.hasPrefix("splash ") && !$0.contains(/[\[<…]/) }
      .filter { seen.insert($0).inserted }
  }()

  private static let onDevices = all.filter { $0.contains("/dev/video") }
  /// What needs networks runs where they are.
  private static let onFiles = all.filter {
    !onDevices.contains($0) && (hasNetworks || !$0.contains(/person|subject|thing@|face|models/))
  }
  private static let hasNetworks = (try? Command.splash("models").status) == 0

  @Test func thereAreExamples() {
    #expect(Self.onFiles.count >= 20)
    #expect(Self.onDevices.count >= 4)
  }

  @Test(arguments: onFiles) func doesWhatItSays(example: String) throws {
    let scratch = try kitchen(for: example)
    if example.hasPrefix("splash join ") {
      for (number, part) in ["a.mp4", "b.mp4"].enumerated() {
        let run = try shell(
          "splash film.mp4 --part \(number + 1)/2 -o \(part) --preset ultrafast", in: scratch)
        try #require(run.status == 0, "\(run.errors)")
      }
    }
    // What serves until it is stopped is stopped once it has said where.
    let steered = """
      splash test:64x48@30 --realtime -o null --quiet --control-socket splash.sock & run=$!
      until [ -S splash.sock ]; do sleep 0.1; kill -0 $run || break; done
      \(example); status=$?; kill -TERM $run; wait $run; (exit $status)
      """
    let line =
      example.hasPrefix("splash send ")
      ? steered
      : example.hasPrefix("splash tune ")
        ? """
        \(example) --port 0 >address & tuner=$!
        until grep -q http address; do sleep 0.1; kill -0 $tuner || break; done
        kill -TERM $tuner; wait $tuner
        """ : example
    let run = try shell(line, in: scratch)
    #expect(run.status == 0, "\(run.errors)")
    if example.hasSuffix("echo $?") { #expect(["0", "3"].contains(run.lines.last)) }
    for match in example.matches(of: /-o ([\w.-]+\.\w+)/) {
      #expect(try !Media(scratch.path(String(match.1))).times().isEmpty)
    }
  }

  /// A camera is another matter, so these run with one that is not there: every flag is understood.
  @Test(arguments: onDevices) func takesADevice(example: String) throws {
    let line = example.replacing("/dev/video0", with: "/dev/video97")
      .replacing("/dev/video10", with: "/dev/video98")
    let run = try shell(line, in: kitchen(for: example))
    #expect(run.status == 2, "\(run.errors)")
    #expect(run.errors.contains("/dev/video97"))
  }

  /// A folder with the files that the examples name, shorter ones for networks.
  private func kitchen(for example: String) throws -> Scratch {
    let scratch = try Scratch()
    let isSlow = example.contains(/--keep (subject|thing)/)
    let clip = try Clips.path(isSlow ? "few-slides.mp4" : "slides.mp4")
    for name in ["clip.mp4", "clip.mov", "other.mp4", "waves.mp4", "dog.mkv"] {
      try FileManager.default.copyItem(atPath: clip, toPath: scratch.path(name))
    }
    try FileManager.default.copyItem(
      atPath: Clips.path("parts-film.mp4"), toPath: scratch.path("film.mp4"))
    for folder in ["holiday", "tables"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path(folder), withIntermediateDirectories: true)
    }
    for name in ["photo.jpg", "beach.jpg", "holiday/1.jpg", "holiday/2.jpg"] {
      try FileManager.default.copyItem(
        atPath: Clips.path("card.jpg"), toPath: scratch.path(name))
    }
    let corners = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\n" }.joined()
    let texts = [
      "film.cube": "LUT_3D_SIZE 2\n" + corners,
      "film.json": #"[{"time": 0.2, "transition": 0.2, "settings": {"threshold": 40}}]"#,
    ]
    for (name, text) in texts {
      try text.write(toFile: scratch.path(name), atomically: true, encoding: .utf8)
    }
    // A player that is closed after five pictures.
    let player = scratch.path("ffplay")
    try "#!/bin/sh\nexec ffmpeg -v error -i - -frames:v 5 -f null /dev/null\n"
      .write(toFile: player, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: player)
    return scratch
  }

  private func shell(_ line: String, in scratch: Scratch) throws -> Command {
    let programs = Command.splash.deletingLastPathComponent().path
    // What an earlier example saved.
    let earlier =
      line.contains("--settings look.json")
      ? "splash test:64x48 --frames 1 -o null --quiet -y --save-settings look.json" : ""
    let script = """
      cd '\(scratch.folder.path)'
      PATH="$PWD:\(programs):$PATH"
      \(earlier)
      \(line)
      exit ${PIPESTATUS[0]}
      """
    return try Command.run("bash", ["-c", script])
  }
}
