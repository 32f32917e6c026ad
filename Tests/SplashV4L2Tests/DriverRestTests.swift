import Foundation
import TestSupport
import Testing

extension DriverTests {
  /// A camera that rests while nobody reads what becomes of its pictures.
  @Suite struct Resting {
    private static let socket = "/tmp/rest.sock"

    /// Runs splash from the webcam into a virtual camera while `body` asks for its state; what it
    /// printed, and its status.
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

    /// Seconds of processor that a process has used.
    private func processorTime(_ process: Int32) throws -> Double {
      let line = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      let fields = try #require(line.split(separator: ")").last).split(separator: " ")
      let ticks = try fields[11...12].map { try #require(Double($0)) }
      return (ticks[0] + ticks[1]) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Milliseconds until a reader has had five pictures.
    private func read() throws -> Double {
      let start = DispatchTime.now().uptimeNanoseconds
      let run = try Guest.run(
        "v4l2-ctl", "-d", "/dev/video10", "--stream-mmap=2", "--stream-count=5")
      #expect(run.status == 0, "\(run.output)")
      return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
    }

    @Test(
      .enabled(if: Guest.tellsOfReaders, "no v4l2loopback that tells of readers, 0.13 or later"))
    func theCameraIsFreeWhileNobodyReads() throws {
      try Guest.loadWebcam()
      try Guest.loadTellingLoopback()
      let original = try Guest.value("brightness")
      let run = try whileSplashing { process in
        try #require(try Guest.waits { try isIdle() }, "it does not rest")
        let before = try processorTime(process)
        Thread.sleep(forTimeInterval: 5)
        let share = try (processorTime(process) - before) / 5
        #expect(share < 0.05)
        // The camera is for others, as it was.
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
        try #require(try Guest.waits { try isIdle() }, "it does not rest again")
        expectOnlyRed(try Outputs().readWithV4L2Ctl("/dev/video10"))
        try #require(try Guest.waits { try isIdle() }, "it does not rest for the third time")
      }
      #expect(run.status == 0 && run.output.contains("rests until somebody does"), "\(run.output)")
      #expect(!run.output.contains("waiting for it"), "\(run.output)")
      #expect(try Guest.value("brightness") == original)
    }

    private func expectOnlyRed(_ colors: [SIMD3<Double>]) {
      for (bar, color) in colors.enumerated() where bar != 5 {
        #expect(color.max() - color.min() < 0.03, "bar \(bar)")
      }
    }

    @Test(
      .enabled(if: Guest.tellsOfReaders, "no v4l2loopback that tells of readers, 0.13 or later"))
    func alwaysKeepsItAwake() throws {
      try Guest.loadWebcam()
      try Guest.loadTellingLoopback()
      let run = try whileSplashing("--always") { _ in
        Thread.sleep(forTimeInterval: 4)
        let isIdle = try isIdle()
        #expect(!isIdle)
      }
      #expect(run.status == 0, "\(run.output)")
    }

    @Test func aDriverThatDoesNotTellKeepsItAwake() throws {
      try Guest.loadWebcam()
      try Guest.loadLoopback()
      let run = try whileSplashing { _ in
        Thread.sleep(forTimeInterval: 4)
        let isIdle = try isIdle()
        #expect(!isIdle)
      }
      #expect(run.status == 0, "\(run.output)")
    }
  }
}
