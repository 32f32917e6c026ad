import TestSupport

/// Runs that are ended before they are done.
struct StopTests {
  private let scratch = Scratch()

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
      .filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Runs splash in a shell, and ends it by a signal once a file has grown.
  ///
  /// - Parameter file: below the folder.
  /// - Returns: the shell's status, and the messages.
  private func stopped(
    _ command: String, when file: String, by signal: String = "INT"
  ) throws -> Command {
    let path = scratch.path(file)
    let script = """
      cd '\(scratch.folder.path)'
      \(Command.splash.path) \(command) & run=$!
      for i in $(seq 600); do [ $(stat -c %s '\(path)' 2>/dev/null || echo 0) -gt 9000 ] && break; sleep 0.05; done
      kill -\(signal) $run; wait $run
      """
    // A script's shell makes background commands ignore Ctrl-C, which splash undoes.
    return try Command.run("bash", ["-c", script])
  }

  @Test(arguments: ["INT", "TERM"]) func stoppedFileIsNamedPartial(signal: String) throws {
    let clip = try Clips.path("minute.mp4")
    let run = try stopped("'\(clip)' -o out.mkv --preset ultrafast", when: "out.mkv", by: signal)
    #expect(run.status == (signal == "INT" ? 130 : 143), "\(run.errors)")
    #expect(try names() == ["out.partial.mkv"])
    #expect(run.errors.contains("is in out.partial.mkv"), "\(run.errors)")
    let count = try Media(scratch.path("out.partial.mkv")).times().count
    #expect(count > 0 && count < 1500, "\(count)")
  }

  @Test func stoppedRunLeavesExistingFiles() throws {
    let clip = try Clips.path("minute.mp4")
    for name in ["out.mkv", "out.partial.mkv"] {
      try scratch.write(name, to: name)
    }
    let run = try stopped("'\(clip)' -y -o out.mkv", when: "out.partial-2.mkv")
    #expect(run.status == 130, "\(run.errors)")
    #expect(try names() == ["out.mkv", "out.partial-2.mkv", "out.partial.mkv"])
    for name in ["out.mkv", "out.partial.mkv"] {
      #expect(try String(contentsOfFile: scratch.path(name), encoding: .utf8) == name)
    }
    #expect(try Media(scratch.path("out.partial-2.mkv")).times().count > 0)
  }

  @Test(arguments: ["test:320x180@30", "CLIP --realtime"])
  func stoppedLiveRunIsComplete(input: String) throws {
    let clip = try Clips.path("minute.mp4")
    let run = try stopped(
      "\(input.replacingOccurrences(of: "CLIP", with: "'\(clip)'")) -o out.mkv", when: "out.mkv")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try names() == ["out.mkv"])
    #expect(try Media(scratch.path("out.mkv")).times().count > 0)
  }

  /// Tracking a thing back from the end of a minute takes many seconds before the run starts.
  @Test(
    .enabled(if: Subjects.areThere, "scripts/models fetches what this needs"),
    arguments: ["INT", "TERM"])
  func backwardsTrackingCanBeStopped(signal: String) throws {
    let clip = try Clips.path("minute.mp4")
    let script = """
      cd '\(scratch.folder.path)'
      '\(Command.splash.path)' '\(clip)' -o out.mkv --keep thing@0.5,0.5@59 & run=$!
      sleep 1
      from=$(date +%s%N); kill -\(signal) $run; wait $run; status=$?
      echo $status $((($(date +%s%N) - from) / 1000000))
      """
    let run = try Command.run("bash", ["-c", script])
    let words = (run.lines.last ?? "").split(separator: " ").compactMap { Int($0) }
    try #require(words.count == 2, "\(run.lines) \(run.errors)")
    #expect(words[0] == (signal == "INT" ? 130 : 143), "\(run.lines)")
    #expect(words[1] < 3000, "it took \(words[1]) ms")
    #expect(try names() == [])
  }

  @Test func closedPipeEndsARunWithSuccess() throws {
    let clip = try Clips.path("minute.mp4")
    let run = try Command.run(
      "bash",
      [
        "-c",
        "'\(Command.splash.path)' '\(clip)' -o - | head -c 100000 >/dev/null; echo ${PIPESTATUS[0]}",
      ])
    #expect(run.lines.last == "0", "\(run.errors)")
  }

  @Test func stoppedBatchCanBeResumed() throws {
    let clip = try Clips.path("minute.mp4")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("a.mkv"), withDestinationPath: clip)
    let short = try scratch.make("b.mkv", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=10:d=0.5")
    let words = "a.mkv b.mkv -o out/ --preset ultrafast --frames 400"
    let run = try stopped(words, when: "out/a.mkv")
    #expect(run.status == 130, "\(run.errors)")
    #expect(run.errors.contains("0 of 2 files done, stopped before 2"), "\(run.errors)")
    let folder = scratch.path("out")
    func results() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
        .sorted()
    }
    #expect(try results() == ["a.partial.mkv"])
    let rest = try Command.run(
      "bash",
      ["-c", "cd '\(scratch.folder.path)' && '\(Command.splash.path)' \(words) --resume"])
    #expect(rest.status == 0 && rest.errors.contains("2 of 2 files done"), "\(rest.errors)")
    #expect(try results() == ["a.mkv", "b.mkv"])
    #expect(try Media(folder + "/a.mkv").times().count == 400)
    _ = short
  }
}
