import SplashV4L2
import TestSupport

extension DriverTests {
  /// Controls that are set for a run and put back after it, and errors that help.
  @Suite struct Controls {
    /// How a run ends.
    enum End: String, CaseIterable {
      case frames, interrupt, terminate, closedPipe
    }

    @Test(arguments: End.allCases)
    func controlsArePutBackAfterEveryKindOfEnd(end: End) throws {
      try Guest.loadWebcam()
      try Guest.control("brightness=140,contrast=130")
      var arguments = [
        Command.splash.path, "/dev/video0", "--control", "brightness=99", "--control",
        "Contrast=0x20", "--lock-camera",
      ]
      switch end {
      case .frames: arguments += ["-o", "null", "--frames", "400"]
      case .interrupt, .terminate: arguments += ["-o", "null"]
      case .closedPipe:
        // 400 frames of 640x360 in 4:2:2.
        let command = arguments.joined(separator: " ") + " -o - | head -c 184320000 >/dev/null"
        arguments = ["sh", "-c", command]
      }
      let program = try Guest.start(arguments)
      #expect(try Guest.waits { try Guest.value("gain_automatic") == "0" })
      #expect(try Guest.value("brightness") == "99")
      #expect(try Guest.value("contrast") == "32")
      // Unlocked, vivid's gain changes with time.
      let gains = try (0..<4).map { _ in
        usleep(400_000)
        return try Guest.value("gain")
      }
      #expect(Set(gains).count == 1, "\(gains)")
      switch end {
      case .interrupt: kill(program.process.processIdentifier, SIGINT)
      case .terminate: kill(program.process.processIdentifier, SIGTERM)
      case .frames, .closedPipe: break
      }
      let output = program.output.fileHandleForReading.readDataToEndOfFile()
      program.process.waitUntilExit()
      #expect(program.process.terminationStatus == 0, "\(String(decoding: output, as: UTF8.self))")
      #expect(try Guest.value("brightness") == "140")
      #expect(try Guest.value("contrast") == "130")
      #expect(try Guest.value("gain_automatic") == "1")
      Guest.row(
        "controls", "brightness 140 → 99, contrast 130 → 32, gain_automatic 1 → 0",
        "ended by \(end.rawValue)", "put back")
    }

    /// Ctrl-C while the camera is being opened, and soon after.
    @Test func controlsArePutBackAfterAnInterruptAtAnyTime() throws {
      try Guest.loadWebcam()
      try Guest.control("brightness=140")
      var statuses: [Int32] = []
      for tenths in 0..<12 {
        let program = try Guest.start([
          Command.splash.path, "/dev/video0", "--control", "brightness=99", "-o", "null",
        ])
        usleep(UInt32(tenths) * 100_000)
        kill(program.process.processIdentifier, SIGINT)
        program.process.waitUntilExit()
        statuses.append(program.process.terminationStatus)
        #expect(try Guest.value("brightness") == "140", "after \(tenths) tenths of a second")
      }
      // Before there is anything to put back, a signal ends the program as it does any other.
      #expect(statuses.allSatisfy { $0 == 0 || $0 == SIGINT || $0 == 128 + SIGINT })
      #expect(statuses.contains(0))
      Guest.row("controls", "brightness 140 → 99", "12 interrupts in the first 1.1 s", "put back")
    }

    /// The tuner takes the flags of a camera too, and its command line has them.
    @Test func tunerSetsCameraControls() throws {
      try Guest.loadWebcam()
      try Guest.control("brightness=140")
      let program = try Guest.start([
        Command.splash.path, "tune", "/dev/video0", "--size", "320x180", "--control",
        "brightness=99", "--port", "0", "--quiet",
      ])
      #expect(try Guest.waits { try Guest.value("brightness") == "99" })
      // The address is printed once the camera is open.
      #expect(try program.output.fileHandleForReading.read(upToCount: 7) == Data("http://".utf8))
      kill(program.process.processIdentifier, SIGINT)
      program.process.waitUntilExit()
      #expect(program.process.terminationStatus == 0)
      #expect(try Guest.value("brightness") == "140")
      Guest.row("controls", "brightness 140 → 99", "splash tune, interrupted", "put back")
    }

    @Test(arguments: [
      ("sharpness=1", "no control 'sharpness'"), ("brightness=999", "takes 0 to 255, not 999"),
      ("test_pattern=50", "takes 0 (75% Colorbar)"),
      ("read_only_integer_32_bits=1", "can only be read"),
    ])
    func invalidControlsAreRefused(setting: String, message: String) throws {
      try Guest.loadWebcam()
      let result = try Command.splash("/dev/video0", "--control", setting, "-o", "null")
      #expect(result.status == 2)
      #expect(result.errors.contains(message))
      #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test func busyCameraErrorNamesTheOtherProgram() throws {
      try Guest.loadWebcam()
      let other = try Guest.start(["v4l2-ctl", "-d", "/dev/video0", "--stream-mmap=4"])
      defer { kill(other.process.processIdentifier, SIGKILL) }
      var result = try Command.splash("/dev/video0", "-o", "null", "--frames", "1")
      _ = try Guest.waits {
        result = try Command.splash("/dev/video0", "-o", "null", "--frames", "1")
        return result.status != 0
      }
      #expect(result.status == 2)
      #expect(
        result.errors.contains("v4l2-ctl (process \(other.process.processIdentifier)) uses it"))
      Guest.row("error", result.errors.trimmingCharacters(in: .newlines))
    }

    /// A time range of a camera's frames, by their own times.
    @Test func startAndDurationApplyToACamera() throws {
      try Guest.loadWebcam()
      let path = "/tmp/part.mkv"
      try Command.splash(
        "/dev/video0", "-o", path, "-y", "--start", "1", "--duration", "5", "--preset", "ultrafast"
      ).checked()
      let times = try Media(path).times()
      let (first, last) = (try #require(times.first), try #require(times.last))
      #expect(first >= 0 && first < 0.2)
      #expect(last > 4.5 && last <= 5)
      Guest.row(
        "--duration 5", "\(times.count) pictures", String(format: "%.2f to %.2f s", first, last))
    }

    @Test func missingPermissionErrorNamesTheGroup() throws {
      try Guest.loadWebcam()
      let result = try Command.run(
        "setpriv",
        ["--reuid=65534", "--clear-groups", Command.splash.path, "/dev/video0", "-o", "null"])
      #expect(result.status == 2)
      #expect(result.errors.contains("usermod -aG video"))
      Guest.row("error", result.errors.trimmingCharacters(in: .newlines))
    }

    @Test(arguments: [
      (["/dev/video0", "--size", "1000x700"], 2, "on offer: 1280x720, 640x480"),
      (["/dev/video0", "--camera-format", "H264"], 2, "does not offer the format H264"),
      (["/dev/video77"], 2, "No such file or directory; `splash devices`"),
      (["/dev/video10"], 2, "no program writes to"),
      (["test:", "--size", "640x480"], 64, "is not a camera"),
      (["/dev/video0", "--fps", "nan"], 64, "--fps"),
    ])
    func cameraErrorsNameCauseAndRemedy(arguments: [String], status: Int32, message: String) throws
    {
      try Guest.loadWebcam()
      try Guest.loadLoopback()
      let result = try Command.splash(arguments + ["-o", "null"])
      #expect(result.status == status)
      #expect(result.errors.contains(message))
      Guest.row("error", result.errors.trimmingCharacters(in: .newlines))
    }

    @Test func devicesAreListedWithFormatsAndControls() throws {
      try Guest.loadWebcam()
      try Guest.loadLoopback()
      let result = try Command.splash("devices", "--json")
      let devices = try JSONDecoder().decode([DeviceListing].self, from: result.output)
      #expect(devices.map(\.path) == ["/dev/video0", "/dev/video10", "/dev/video11"])
      #expect(devices.map(\.isCamera) == [true, false, true])
      #expect(devices.map(\.isOutput) == [false, true, true])
      let yuyv = try #require(devices[0].formats.first { $0.format == FourCC("YUYV") })
      #expect(yuyv.isUsable && yuyv.sizes.count == 6)
      let brightness = try #require(devices[0].controls.first { $0.name == "brightness" })
      #expect(brightness.maximum == 255 && brightness.value == 128)
      let text = try Command.splash("devices").text
      #expect(text.contains("without flags: 640x360 YUYV at 30 frames/s"))
      #expect(text.contains("virtual camera at platform:v4l2loopback-000"))
    }
  }
}
