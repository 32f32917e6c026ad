import TestSupport

extension DriverTests {
  /// A camera that rests while no output is read.
  @Suite struct Resting {
    private static let socket = "/tmp/rest.sock"
    private static let telling: ConditionTrait = .enabled(
      if: Guest.tellsOfReaders, "no v4l2loopback that tells of readers, 0.13 or later")

    /// Runs splash from the webcam into a virtual camera while `body` checks its state; returns its
    /// output and its status.
    private func whileSplashing(
      _ arguments: String..., body: (_ process: Int32) throws -> Void
    ) throws -> (status: Int32, output: String) {
      let program = try Guest.start(
        [
          Command.splash.path, "/dev/video0", "--white-balance", "off", "-o", "/dev/video10",
          "--control-socket", Self.socket, "--control", "brightness=90",
        ] + arguments)
      let process = program.process.processIdentifier
      do {
        try Guest.waitForProducer("/dev/video10")
        try body(process)
      } catch {
        kill(process, SIGKILL)
        throw error
      }
      kill(process, SIGINT)
      let output = program.output.fileHandleForReading.readDataToEndOfFile()
      program.process.waitUntilExit()
      return (program.process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    private func isIdle() throws -> Bool {
      try Guest.run(Command.splash.path, "send", Self.socket, "stats").output.contains(", idle;")
    }

    private func waitUntil(idle wanted: Bool) throws {
      let isSo = try Guest.waits { try isIdle() == wanted }
      try #require(isSo, "idle is not \(wanted)")
    }

    /// Seconds of processor that a process has used.
    private func processorTime(_ process: Int32) throws -> Double {
      let line = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      let fields = try #require(line.split(separator: ")").last).split(separator: " ")
      let ticks = try fields[11...12].map { try #require(Double($0)) }
      return (ticks[0] + ticks[1]) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Milliseconds until a reader has got five frames.
    private func read() throws -> Double {
      let start = DispatchTime.now().uptimeNanoseconds
      let run = try Guest.run(
        "v4l2-ctl", "-d", "/dev/video10", "--stream-mmap=2", "--stream-count=5")
      #expect(run.status == 0, "\(run.output)")
      return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
    }

    /// A camera, and a loopback module of ours that reports its readers.
    ///
    /// - Returns: the camera's brightness.
    private func loadCamera() throws -> String {
      try Guest.loadWebcam()
      try Guest.loadTellingLoopback()
      return try Guest.value("brightness")
    }

    @Test(telling) func cameraIsReleasedWhileNobodyReads() throws {
      let original = try loadCamera()
      let run = try whileSplashing { process in
        try waitUntil(idle: true)
        let before = try processorTime(process)
        Thread.sleep(forTimeInterval: 5)
        let share = try (processorTime(process) - before) / 5
        #expect(share < 0.05)
        // The camera is free for others, with its former controls.
        #expect(try Guest.value("brightness") == original)
        let other = try Guest.run(
          "v4l2-ctl", "-d", "/dev/video0", "--stream-mmap", "--stream-count=2")
        #expect(other.status == 0, "\(other.output)")
        let asleep = try read()
        #expect(try Guest.value("brightness") == "90")
        let awake = try read()
        Guest.row(
          "nobody reads", String(format: "%.1f %% of a processor", share * 100),
          String(format: "five pictures %.0f ms later than awake", asleep - awake))
        try waitUntil(idle: true)
        expectOnlyRed(try Outputs().readWithV4L2Ctl("/dev/video10"))
        try waitUntil(idle: true)
      }
      #expect(
        run.status == 0 && run.output.contains("is paused until a program uses the output"),
        "\(run.output)")
      #expect(!run.output.contains("waiting for it"), "\(run.output)")
      #expect(try Guest.value("brightness") == original)
    }

    @Test(telling) func cameraTakenByOthersIsWaitedFor() throws {
      let original = try loadCamera()
      let run = try whileSplashing { _ in
        try waitUntil(idle: true)
        let other = try Guest.start(["v4l2-ctl", "-d", "/dev/video0", "--stream-mmap"])
        defer { kill(other.process.processIdentifier, SIGKILL) }
        Thread.sleep(forTimeInterval: 1)
        // The reader first gets the last frame.
        let reader = try Guest.start(["v4l2-ctl", "-d", "/dev/video10", "--stream-mmap=2"])
        defer { kill(reader.process.processIdentifier, SIGKILL) }
        try waitUntil(idle: false)
        Thread.sleep(forTimeInterval: 2)
        #expect(try Guest.value("brightness") == original)
        kill(other.process.processIdentifier, SIGKILL)
        _ = try read()
        let isBack = try Guest.waits { try Guest.value("brightness") == "90" }
        #expect(isBack)
      }
      #expect(run.status == 0, "\(run.output)")
      #expect(run.output.contains("cannot be opened again; waiting for it"), "\(run.output)")
      #expect(run.output.contains("the camera is back after"), "\(run.output)")
      #expect(try Guest.value("brightness") == original)
    }

    @Test(telling) func frozenFrameKeepsTheCameraOpen() throws {
      _ = try loadCamera()
      let run = try whileSplashing { _ in
        let frozen = try Guest.run(Command.splash.path, "send", Self.socket, "freeze")
        try #require(frozen.status == 0, "\(frozen.output)")
        Thread.sleep(forTimeInterval: 4)
        let rests = try isIdle()
        #expect(!rests)
        let other = try Guest.run(Command.splash.path, "send", Self.socket, "unfreeze")
        #expect(other.status == 0, "\(other.output)")
        try waitUntil(idle: true)
        _ = try read()
      }
      #expect(run.status == 0, "\(run.output)")
    }

    private func expectOnlyRed(_ colors: [SIMD3<Double>]) {
      for (bar, color) in colors.enumerated() where bar != 5 {
        #expect(color.max() - color.min() < 0.03, "bar \(bar)")
      }
    }

    @Test(telling) func alwaysFlagKeepsTheCameraOpen() throws {
      _ = try loadCamera()
      let run = try whileSplashing("--always") { _ in
        Thread.sleep(forTimeInterval: 4)
        let rests = try isIdle()
        #expect(!rests)
      }
      #expect(run.status == 0, "\(run.output)")
    }

    @Test func driverWithoutReaderCountKeepsTheCameraOpen() throws {
      try Guest.loadWebcam()
      try Guest.loadLoopback()
      let run = try whileSplashing { _ in
        Thread.sleep(forTimeInterval: 4)
        let rests = try isIdle()
        #expect(!rests)
      }
      #expect(run.status == 0, "\(run.output)")
    }
  }
}
