import TestSupport

/// Inputs of a result are compared by contents, not by name, and never overwritten by it.
struct ContentsTests {
  private let scratch = Scratch()

  private func run(_ arguments: [String]) throws -> Command {
    try Command.splash(arguments)
  }

  private func make(_ name: String, _ source: String, _ options: String...) throws -> String {
    let path = scratch.path(name)
    try Command.ffmpeg(["-f", "lavfi", "-i", source] + options + [path])
    return path
  }

  /// A LUT of two points a side that keeps or inverts colors.
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

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: scratch.path(name))
  }

  // MARK: - Parts

  private func film(_ name: String, _ pattern: String) throws -> String {
    try make(
      name, "\(pattern)=size=160x120:rate=10:duration=4", "-c:v", "ffv1", "-g", "10", "-pix_fmt",
      "yuv420p")
  }

  private func part(_ number: Int, of film: String, _ look: String...) throws -> String {
    let path = scratch.path("\(UUID().uuidString)-\(number).mkv")
    try run([film, "--part", "\(number)/2", "-o", path, "--quiet"] + look).checked()
    return path
  }

  private func expectNoJoin(_ parts: [String], of film: String, _ words: String) throws {
    let run = try run(["join"] + parts + ["--of", film, "-o", scratch.path("joined.mkv")])
    #expect(run.status == 2 && run.errors.contains(words), "\(run.status): \(run.errors)")
    #expect(!exists("joined.mkv"))
  }

  /// The other clip has the same length, size and keyframes.
  @Test func partsOfAnotherClipAreNotJoined() throws {
    let (one, other) = (try film("one.mkv", "testsrc2"), try film("other.mkv", "smptebars"))
    let parts = try [part(1, of: one), part(2, of: one)]
    let stray = try part(2, of: other)
    try expectNoJoin([parts[0], stray], of: one, "\(stray) do not belong together")
    try expectNoJoin(parts, of: other, "\(parts[0]) is no part of \(other)")
    let changed = scratch.path("changed.mkv")
    var bytes = try Data(of: one)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: changed))
    try expectNoJoin(parts, of: changed, "other contents")
    // The same bytes under another name are the same clip.
    let copy = scratch.path("copy.mkv")
    try FileManager.default.copyItem(atPath: one, toPath: copy)
    try run(["join"] + parts + ["--of", copy, "-o", scratch.path("joined.mkv")]).checked()
  }

  @Test func partsWithAnotherLUTOrMaskAreNotJoined() throws {
    let film = try film("film.mkv", "testsrc2")
    let table = try table("table.cube", inverts: false)
    let mask = try make("mask.png", "color=white:size=160x120", "-frames:v", "1")
    let look = ["--rest", "lut=\(table)", "--keep", "mask=\(mask)"]
    let (rest, keep) = ((look[0], look[1]), (look[2], look[3]))
    let first = try part(1, of: film, rest.0, rest.1, keep.0, keep.1)
    let words = "different settings, tables, masks or AI models"
    _ = try self.table("table.cube", inverts: true)
    let second = try part(2, of: film, rest.0, rest.1, keep.0, keep.1)
    try expectNoJoin([first, second], of: film, words)
    _ = try self.table("table.cube", inverts: false)
    _ = try make("mask.png", "color=gray:size=160x120", "-frames:v", "1")
    let third = try part(2, of: film, rest.0, rest.1, keep.0, keep.1)
    try expectNoJoin([first, third], of: film, words)
  }

  // MARK: - Resuming

  @Test func resumeRemakesResultsOfChangedContents() throws {
    for name in ["in-1.png", "in-2.png"] {
      _ = try make(name, "testsrc2=size=64x48", "-frames:v", "1")
    }
    let table = try table("table.cube", inverts: false)
    let mask = try make("mask.png", "color=white:size=64x48", "-frames:v", "1")
    func resume() throws -> String {
      let run = try run([
        scratch.path("in-1.png"), scratch.path("in-2.png"), "-o", scratch.path("out") + "/",
        "--resume", "-y", "--rest", "lut=\(table)", "--keep", "mask=\(mask)",
      ])
      try #require(run.status == 0, "\(run.errors)")
      return run.errors
    }
    #expect(try resume().contains("2 of 2 files done"))
    #expect(try resume().contains("2 were complete before"))
    _ = try self.table("table.cube", inverts: true)
    #expect(try resume().contains("2 of 2 files done"))
    _ = try make("mask.png", "color=black:size=64x48", "-frames:v", "1")
    #expect(try resume().contains("2 of 2 files done"))
    #expect(try resume().contains("2 were complete before"))
  }

  // MARK: - Replacing

  @Test func filesThatTheRunReadsAreNotOverwritten() throws {
    let clip = try make("clip.mkv", "testsrc2=size=64x48:rate=10:duration=1", "-c:v", "ffv1")
    let table = try table("table.cube", inverts: false)
    let mask = try make("mask.png", "color=white:size=64x48", "-frames:v", "1")
    let behind = try make("behind.png", "color=blue:size=64x48", "-frames:v", "1")
    let (settings, keys) = (scratch.path("settings.json"), scratch.path("keys.json"))
    try write("{\"threshold\": 30}", to: settings)
    try write("[{\"time\": 0.5, \"settings\": {\"threshold\": 40}}]", to: keys)
    let all = [table, mask, behind, settings, keys]
    let before = try all.map { try Data(of: $0) }
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
    #expect(try all.map { try Data(of: $0) } == before)
    // The run itself is a good one.
    try run([clip, "-o", scratch.path("good.mkv")] + look).checked()
  }

  /// A link in the output folder makes one result point to another.
  @Test func twoResultsNeverShareAFile() throws {
    for name in ["a.png", "b.png"] { _ = try make(name, "testsrc2=size=64x48", "-frames:v", "1") }
    try scratch.makeFolder("out")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("out/a.png"), withDestinationPath: "b.png")
    let run = try run([
      scratch.path("a.png"), scratch.path("b.png"), "-o", scratch.path("out") + "/", "-y",
    ])
    #expect(run.status == 64 && run.errors.contains("would both become"), "\(run.errors)")
    #expect(!exists("out/b.png"))
  }

  /// A name for one picture, given for many frames.
  @Test func usageErrorLeavesNoFile() throws {
    let clip = try make("clip.mkv", "testsrc2=size=64x48:rate=10:duration=1", "-c:v", "ffv1")
    let fresh = try run([clip, "-o", scratch.path("fresh.png")])
    #expect(fresh.status == 64 && !exists("fresh.png"), "\(fresh.errors)")
    try write("old", to: scratch.path("old.png"))
    let old = try run([clip, "-o", scratch.path("old.png"), "-y"])
    #expect(old.status == 64 && !exists("old.partial.png"), "\(old.errors)")
    #expect(try String(contentsOfFile: scratch.path("old.png"), encoding: .utf8) == "old")
  }

  /// A result that cannot be noted in the ledger is not begun: no run would own a half-written
  /// one.
  @Test func noResultIsBegunWithoutALedgerEntry() throws {
    let photo = try make("photo.png", "testsrc2=size=64x48", "-frames:v", "1")
    let out = try scratch.makeFolder("out")
    try write(String(repeating: "\n", count: (1 << 20) - 10), to: out + "/.splash-ledger")
    let words = ["\(photo)", "-o", out + "/", "--resume", "--quiet"]
    let full = try Command.run(
      "bash", ["-c", "ulimit -f 1024; exec \"$0\" \"$@\"", Command.splash.path] + words)
    #expect(
      full.status == 1 && full.errors.contains(".splash-ledger: cannot write"), "\(full.errors)")
    #expect(!exists("out/photo.png"))
    // The torn line does not hide the lines after it.
    #expect(try run(words).status == 0)
    let last = try run(words.dropLast() + [])
    #expect(last.errors.contains("1 was complete before"), "\(last.errors)")
  }
}
