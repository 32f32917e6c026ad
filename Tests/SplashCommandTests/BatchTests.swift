import TestSupport

/// Several inputs in one run.
@Suite(.enabled(if: MadePhoto.canBeMade, "needs cjpeg, djpeg and exiftool"))
struct BatchTests {
  private let scratch = Scratch()
  private let source, results: String

  init() throws {
    source = scratch.path("in")
    results = scratch.path("out")
    try FileManager.default.createDirectory(
      atPath: source + "/below/deep", withIntermediateDirectories: true)
  }

  /// Photos, stills, clips and broken files in three folders.
  private func fill(photos: Int, pictures: Int, clips: Int, broken: Int) throws {
    let photo = scratch.path("photo.jpg")
    let picture = scratch.path("picture.png")
    let clip = scratch.path("clip.mkv")
    try MadePhoto.make(photo, "-sample 2x2 -progressive")
    try Command.splash("test:64x48", "--frames", "1", "-o", picture, "--hue", "0:180", "--quiet")
    try Command.splash("test:320x180", "--frames", "12", "-o", clip, "--hue", "0:180", "--quiet")
    for (kind, count) in [(photo, photos), (picture, pictures), (clip, clips)] {
      let ending = kind.split(separator: ".").last!
      for number in 0..<count {
        try FileManager.default.copyItem(atPath: kind, toPath: place(number, ending))
      }
    }
    for number in 0..<broken {
      let ending = ["jpg", "png", "mkv"][number % 3]
      let bytes = Array("\u{ff}no picture \(number)".utf8)
      try Data(bytes).write(to: URL(fileURLWithPath: place(1000 + number, ending[...])))
    }
    try Data("Remarks".utf8).write(to: URL(fileURLWithPath: source + "/readme.txt"))
  }

  private func place(_ number: Int, _ ending: Substring) -> String {
    source + ["", "/below", "/below/deep"][number % 3] + "/file-\(number).\(ending)"
  }

  private func splash(_ arguments: [String]) throws -> Command {
    try Command.splash([source, "--recursive", "-o", results + "/"] + arguments)
  }

  private struct Line: Decodable {
    var input, output, status: String
    var error: String?
  }

  private func report(_ path: String) throws -> [Line] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  /// The contents of all visible files below a folder, by relative path.
  private func contents(_ folder: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for case let name as String in try #require(FileManager.default.enumerator(atPath: folder)) {
      let path = "\(folder)/\(name)"
      if (try URL(fileURLWithPath: path).resourceValues(forKeys: [.isRegularFileKey])).isRegularFile
        == true, !name.hasPrefix(".")
      {
        found[name] = try Data(of: path)
      }
    }
    return found
  }

  @Test func reportCanGoToStandardOutput() throws {
    try fill(photos: 1, pictures: 1, clips: 1, broken: 1)
    let run = try splash(["--report", "-"])
    #expect(run.status == 1, "\(run.errors)")
    let lines = try run.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    #expect(lines.map(\.status).sorted() == ["done", "done", "done", "failed"])
    #expect(
      !FileManager.default.fileExists(atPath: FileManager.default.currentDirectoryPath + "/-"))
  }

  @Test func brokenFilesDoNotStopTheBatch() throws {
    try fill(photos: 150, pictures: 30, clips: 15, broken: 5)
    let file = scratch.path("report.jsonl")
    let run = try splash(["--jobs", "2", "--report", file])
    #expect(run.status == 1)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.first?.contains("skipping 1 ") == true && lines[0].contains("readme.txt"))
    #expect(lines.count == 1 + 1 + 200 + 1, "what is passed over, a head, a row each, a summary")
    #expect(lines.last == "splash: 195 of 200 files done, 5 failed")
    for number in 1000..<1005 {
      #expect(lines.contains { $0.contains("file-\(number).") && $0.contains(" failed ") })
    }
    let report = try report(file)
    #expect(report.count == 200)
    #expect(report.count { $0.status == "done" } == 195)
    #expect(report.filter { $0.status == "failed" }.allSatisfy { $0.error != nil })
    let made = try contents(results)
    #expect(made.count == 195)
    #expect(made["below/file-1.jpg"] != nil && made["below/deep/file-2.png"] != nil)
  }

  /// Killed at three moments; in the end every result is there once and complete, and finished
  /// results were left alone.
  @Test func killedBatchIsResumed() throws {
    try fill(photos: 40, pictures: 10, clips: 10, broken: 0)
    let whole = scratch.path("whole")
    try Command.splash(source, "--recursive", "-o", whole + "/", "--quiet").checked()
    let ledger = results + "/.splash-ledger"
    for wanted in [5, 20, 35] {
      let process = Process()
      process.executableURL = Command.splash
      process.arguments = [
        source, "--recursive", "-o", results + "/", "--resume", "--jobs", "2", "--quiet",
      ]
      try process.run()
      while process.isRunning, try finished(ledger).count < wanted { usleep(2000) }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let before = try finished(ledger)
    let times = try before.map { try modified("\(results)/\($0)") }
    let file = scratch.path("report.jsonl")
    try splash(["--resume", "--report", file]).checked()
    let report = try report(file)
    #expect(report.count == 60)
    #expect(
      Set(
        report.filter { $0.status == "before" }.map {
          String($0.output.dropFirst(results.count + 1))
        })
        == before)
    #expect(try before.map { try modified("\(results)/\($0)") } == times)
    let (made, expected) = (try contents(results), try contents(whole))
    #expect(Set(made.keys) == Set(expected.keys))
    for (name, bytes) in expected where !name.hasSuffix("mkv") {
      #expect(made[name] == bytes, "\(name)")
    }
    for name in expected.keys where name.hasSuffix("mkv") {
      #expect(try Media("\(results)/\(name)").times().count == 12, "\(name)")
    }
  }

  private func finished(_ ledger: String) throws -> Set<String> {
    struct Entry: Decodable { var result, state: String }
    let text = (try? String(contentsOfFile: ledger, encoding: .utf8)) ?? ""
    var states: [String: String] = [:]
    for line in text.split(separator: "\n") {
      guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(line.utf8)) else {
        continue
      }
      states[entry.result] = entry.state
    }
    return Set(states.filter { $0.value == "finished" }.keys)
  }

  private func modified(_ path: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  /// A result counts as done only with the same settings, of the same input, and unmodified; any
  /// other existing result is not replaced without `-y`.
  @Test func resumeSkipsOnlyUnchangedResults() throws {
    try fill(photos: 3, pictures: 0, clips: 0, broken: 0)
    #expect(try splash(["--quiet"]).status == 0)
    #expect(try splash(["--resume"]).errors.contains("0 of 3 files done, 3 were complete before"))
    let other = try splash(["--resume", "--hue", "blue"])
    #expect(other.status == 1 && other.errors.contains("0 of 3 files done, 3 failed"))
    #expect(try splash(["--resume", "--hue", "blue", "-y"]).errors.contains("3 of 3 files done"))
    try MadePhoto.tag(place(0, "jpg"), ["-Artist=Nobody"])
    let changed = try splash(["--resume", "--hue", "blue", "-y"])
    #expect(changed.errors.contains("1 of 3 files done, 2 were complete before"))
    let mine = Data("my own".utf8)
    try mine.write(to: URL(fileURLWithPath: results + "/file-0.jpg"))
    let touched = try splash(["--resume", "--hue", "blue"])
    #expect(touched.status == 1 && touched.errors.contains("file-0.jpg: already exists"))
    #expect(try contents(results)["file-0.jpg"] == mine)
  }

  /// A failed file leaves no claim to its name.
  @Test func failedFileLeavesNoClaimToItsName() throws {
    try fill(photos: 0, pictures: 0, clips: 0, broken: 1)
    let quiet = try splash(["--quiet"])
    #expect(quiet.status == 1 && quiet.errors.contains("file-1000.jpg: "), "\(quiet.errors)")
    try Data("my own".utf8).write(to: URL(fileURLWithPath: results + "/below/file-1000.jpg"))
    try MadePhoto.make(place(1000, "jpg"))
    let run = try splash(["--resume"])
    #expect(run.status == 1 && run.errors.contains("already exists"), "\(run.errors)")
  }

  @Test func outputNamesAreMadeFromInputNames() throws {
    try fill(photos: 3, pictures: 0, clips: 0, broken: 0)
    try Command.splash(
      source, place(0, "jpg"), "--recursive", "--quiet", "-o",
      scratch.path("named/{folder}/{n}/{name}-red.{ext}")
    ).checked()
    // Sorted by name, folders among files; a file named on the command line has no
    // `{folder}`.
    #expect(
      try contents(scratch.path("named")).keys.sorted() == [
        "3/file-0-red.jpg", "4/file-0-red.jpg", "below/2/file-1-red.jpg",
        "below/deep/1/file-2-red.jpg",
      ])
  }

  /// Results beside their inputs, or in a folder among them, are no inputs of the next run.
  @Test func resultsAreNotTakenAsInputs() throws {
    try fill(photos: 3, pictures: 0, clips: 0, broken: 0)
    for _ in 0..<2 {
      for place in ["/{folder}/{name}-red.{ext}", "/red/"] {
        try Command.splash(source, "--recursive", "-y", "-o", source + place, "--quiet").checked()
      }
      let names = try contents(source).keys
      #expect(names.contains("red/file-0.jpg") && names.contains("file-0-red.jpg"))
      #expect(names.allSatisfy { !$0.hasPrefix("red/red/") && !$0.contains("-red-red") })
    }
  }

  /// No result overwrites an input, whichever option names it.
  @Test(arguments: ["named", "found", "--report", "--save-settings", "itself"])
  func batchNeverReplacesAnInput(by way: String) throws {
    try fill(photos: 0, pictures: 0, clips: 0, broken: 0)
    let photo = scratch.path("photo.jpg")
    for name in ["2.jpg", "b.jpg"] {
      try FileManager.default.copyItem(atPath: photo, toPath: "\(source)/\(name)")
    }
    let before = try contents(source)
    let (first, second) = ("\(source)/b.jpg", "\(source)/2.jpg")
    let (arguments, status): ([String], Int32) =
      switch way {
      case "named": ([second, first, "-o", source + "/{n}.{ext}"], 64)
      case "found": ([source, "--recursive", "-o", source + "/{n}.{ext}"], 64)
      case "itself": ([source, "--recursive", "-o", source + "/"], 1)
      default: ([second, first, "-o", results + "/", way, first], 2)
      }
    let run = try Command.splash(arguments + ["-y"])
    #expect(run.status == status, "\(run.errors)")
    #expect(
      run.errors.contains(
        status == 64
          ? "the result of \(first) would replace the input \(second)" : "would overwrite a file"),
      "\(run.errors)")
    #expect(try contents(source) == before)
  }

  /// A result that another process still writes is no leftover.
  @Test func resultBeingWrittenIsNotResumed() throws {
    try fill(photos: 0, pictures: 0, clips: 1, broken: 0)
    let clip = place(0, "mkv")
    try Command.splash(
      "test:1280x720", "--frames", "300", "-o", clip, "--hue", "0:180", "--quiet", "-y")
    let process = Process()
    process.executableURL = Command.splash
    process.arguments = [source, "--recursive", "-o", results + "/", "--quiet"]
    try process.run()
    let result = results + "/file-0.mkv"
    // Empty it may not be locked yet.
    while process.isRunning, (try? Data(of: result).count) ?? 0 == 0 {
      usleep(2000)
    }
    kill(process.processIdentifier, SIGSTOP)
    let other = try splash(["--resume", "-y"])
    kill(process.processIdentifier, SIGCONT)
    process.waitUntilExit()
    #expect(other.status == 1 && other.errors.contains("being written already"), "\(other.errors)")
    #expect(process.terminationStatus == 0)
    #expect(try Media(result).times().count == 300)
  }

  /// Also where it replaces an old report.
  @Test func reportIsWrittenWhenFilesFail() throws {
    try fill(photos: 1, pictures: 0, clips: 0, broken: 1)
    // A name that FFmpeg would count up.
    try FileManager.default.copyItem(atPath: place(0, "jpg"), toPath: source + "/a%d.jpg")
    // A time that is no number of nanoseconds.
    try Command.run("touch", ["-d", "2300-01-01", place(0, "jpg")]).checked()
    let file = scratch.path("report.jsonl")
    try Data("old".utf8).write(to: URL(fileURLWithPath: file))
    let run = try splash(["--report", file, "-y", "--quiet"])
    #expect(run.status == 1, "\(run.errors)")
    let lines = try report(file)
    #expect(lines.map(\.status).sorted() == ["done", "failed", "failed"])
    #expect(lines.contains { $0.error?.contains("stands for numbered images") == true })
    #expect(!FileManager.default.fileExists(atPath: scratch.path("report.partial.jsonl")))
  }

  private static let misuses: [(arguments: [String], says: String)] = [
    (["a.jpg", "b.jpg", "-o", "c.jpg"], "several inputs go to a folder"),
    (["a.jpg", "-o", "c.jpg", "--jobs", "2"], "name a folder for them"),
    (["a.jpg", "b.jpg", "-o", "OUT/", "-o", "c/"], "results that go to a folder go nowhere else"),
    (["a.jpg", "-o", "OUT/", "--jobs", "0"], "--jobs 0: out of range"),
    (["IN", "-o", "c.jpg"], "it is a folder: its results are no single file; name a folder"),
    (["a.jpg", "b/a.jpg", "-o", "OUT/"], "a.jpg and b/a.jpg would both become OUT/a.jpg"),
    (["test:", "-o", "OUT/"], "results of files alone go to a folder"),
    (["a.jpg", "-o", "OUT/", "--stats"], "use --report for several"),
    (["a.jpg", "-o", "OUT/", "--control-socket", "a.sock"], "give one input, or leave it out"),
  ]

  @Test(arguments: misuses) func misuseOfBatchFlagsIsRefusedInOneLine(
    arguments: [String], says: String
  ) throws {
    let own = { (text: String) in
      text.replacing("OUT", with: results).replacing("IN", with: source)
    }
    let run = try Command.splash(arguments.map(own))
    #expect(run.status == 64)
    #expect(
      run.errors.split(separator: "\n").count == 1 && run.errors.contains(own(says)),
      "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: results))
  }
}
