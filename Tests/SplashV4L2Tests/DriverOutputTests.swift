import CFFmpeg
import SplashV4L2
import TestSupport

extension DriverTests {
  /// Camera, splash, virtual camera, and another program that reads it.
  @Suite struct Outputs {
    /// Runs splash from the webcam's color bars into a virtual camera while `body` reads it;
    /// returns its output and its status.
    func whileSplashing(
      _ device: String, _ arguments: [String] = [], _ body: () throws -> Void
    ) throws -> (status: Int32, output: String) {
      let program = try Guest.start(
        [Command.splash.path, "/dev/video0", "--white-balance", "off", "-o", device] + arguments)
      do {
        try Guest.waitForProducer(device)
        try body()
      } catch {
        kill(program.process.processIdentifier, SIGKILL)
        throw error
      }
      kill(program.process.processIdentifier, SIGINT)
      let output = program.output.fileHandleForReading.readDataToEndOfFile()
      program.process.waitUntilExit()
      return (program.process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    /// Red is there, everything else is grey, with the luma of vivid's bars.
    func expectOnlyRed(_ colors: [SIMD3<Double>], sourceLocation: SourceLocation = #_sourceLocation)
    {
      for (bar, color) in colors.enumerated() {
        if bar == 5 {
          let distance = ColorBars.hue(color).map { min($0, 360 - $0) }
          #expect((distance ?? 180) <= 2, sourceLocation: sourceLocation)
        } else {
          #expect(color.max() - color.min() < 0.03, "bar \(bar)", sourceLocation: sourceLocation)
        }
      }
      #expect(abs(colors[0].y - 0.75) < 0.02, sourceLocation: sourceLocation)
      #expect(colors[7].y < 0.02, sourceLocation: sourceLocation)
    }

    /// The bars of the last of ten YUYV frames that v4l2-ctl reads.
    func readWithV4L2Ctl(_ device: String) throws -> [SIMD3<Double>] {
      let file = "/tmp/read.yuyv"
      let result = try Guest.run(
        "v4l2-ctl", "-d", device, "--stream-mmap=2", "--stream-count=10", "--stream-to=\(file)")
      try #require(result.status == 0, "\(result.output)")
      let bytes = try Data(of: file)
      let size = 640 * 360 * 2
      try #require(bytes.count == 10 * size)
      return try ColorBars(yuyv: bytes.suffix(size), width: 640, height: 360).colors
    }

    /// The bars of a frame that ffmpeg reads and converts to R'G'B' by its own rules.
    func readWithFFmpeg(_ device: String) throws -> [SIMD3<Double>] {
      let result = try Command.ffmpeg(
        "-f", "v4l2", "-i", device, "-frames:v", "1", "-f", "rawvideo",
        "-pix_fmt", "rgb24", "-")
      try #require(result.output.count == 640 * 360 * 3)
      return (0..<8).map { bar in
        let pixel = (180 * 640 + 40 + 80 * bar) * 3
        let codes: [Double] = result.output[pixel..<(pixel + 3)].map { Double($0) }
        return SIMD3(codes[0], codes[1], codes[2]) / 255
      }
    }

    func row(_ output: String, _ reader: String, _ colors: [SIMD3<Double>]) {
      let cells = colors.map { color in
        ColorBars.hue(color).map { String(format: "%.1f°", $0) } ?? "grey"
      }
      Guest.row("loop", output, reader, cells.joined(separator: " "))
    }

    @Test(arguments: [
      ("/dev/video10", "exclusive_caps=1"), ("/dev/video11", "exclusive_caps=0"),
    ])
    func virtualCameraIsReadByOtherPrograms(device: String, kind: String) throws {
      try Guest.loadWebcam()
      try Guest.loadLoopback()
      // Twice, since a producer must leave the device as it was.
      for _ in 0..<2 {
        let run = try whileSplashing(device) {
          for (reader, read) in [("v4l2-ctl", readWithV4L2Ctl), ("ffmpeg", readWithFFmpeg)] {
            let colors = try read(device)
            row(kind, reader, colors)
            expectOnlyRed(colors)
          }
        }
        #expect(run.status == 0, "\(run.output)")
      }
    }

    @Test(arguments: ["uyvy422", "nv12", "yuv420p"])
    func virtualCameraWritesOtherFormats(name: String) throws {
      try Guest.loadWebcam()
      try Guest.loadLoopback()
      let run = try whileSplashing("/dev/video10", ["--pixel-format", name]) {
        let colors = try readWithFFmpeg("/dev/video10")
        row(name, "ffmpeg", colors)
        expectOnlyRed(colors)
      }
      #expect(run.status == 0, "\(run.output)")
    }

    /// Readers that come, go and stall; nothing but the two devices, so that only they can be
    /// slow.
    @Test func virtualCameraReadersNeverBlock() throws {
      try Guest.loadWebcam()
      try Guest.loadLoopback()
      let camera = try Camera(path: "/dev/video0")
      let meter = RunMeter()
      let pipeline = Pipeline(
        source: camera, filters: [],
        sinks: [try VirtualCamera(path: "/dev/video10", media: camera.media)], meter: meter,
        frameLimit: 270)
      let run = Background { try pipeline.run() }
      try Guest.waitForProducer("/dev/video10")
      let stalled = try Guest.start(["v4l2-ctl", "-d", "/dev/video10", "--stream-mmap=2"])
      Thread.sleep(forTimeInterval: 1)
      kill(stalled.process.processIdentifier, SIGSTOP)
      Thread.sleep(forTimeInterval: 2)
      kill(stalled.process.processIdentifier, SIGKILL)
      for _ in 0..<3 { _ = try readWithV4L2Ctl("/dev/video10") }
      try run.wait()
      let report = meter.report()
      let latency = try #require(report.latency)
      Guest.row(
        "readers come, go and stall", "\(report.frames.in) pictures in",
        "\(report.frames.out) out", "\(report.frames.dropped) dropped",
        String(format: "%.1f pictures/s", report.speed_fps),
        String(format: "latency %.1f ms median, %.1f ms p99", latency.p50_ms, latency.p99_ms))
      // Two seconds without writing would be 60 of 270.
      #expect(report.frames.dropped * 20 <= report.frames.in)
    }

    /// The output of a driver other than loopback, wired to a camera.
    @Test(arguments: [false, true])
    func otherOutputDriversAreWrittenTo(isMultiplanar: Bool) throws {
      let plane = isMultiplanar ? "multiplanar=2" : ""
      try Guest.load(
        "vivid",
        "n_devs=1 node_types=0x101 num_inputs=1 input_types=0x3 num_outputs=1 output_types=0x1 "
          + "vid_cap_nr=0 vid_out_nr=1 \(plane)")
      for device in ["/dev/video0", "/dev/video1"] {
        try Guest.run("v4l2-ctl", "-d", device, "--set-dv-bt-timings", "index=5")
      }
      try Guest.control("loop_video=1,osd_text_mode=2")
      let meter = RunMeter()
      let pattern = try TestPattern("test:1280x720@30")
      let pipeline = Pipeline(
        source: pattern, filters: [],
        sinks: [try VirtualCamera(path: "/dev/video1", media: pattern.media)], meter: meter,
        frameLimit: 60)
      let run = Background { try pipeline.run() }
      let options = CameraOptions(CameraRequest(format: FourCC("YUYV")))
      let camera = try Camera(path: "/dev/video0", options: options)
      #expect(camera.summary == "1280x720 YUYV at 30 frames/s")
      try camera.take(15)
      let hues = ColorBars.hues(of: try camera.nextPicture())
      try run.wait()
      let report = meter.report()
      Guest.row(
        "vivid output", isMultiplanar ? "multi-planar" : "single-planar",
        "\(report.frames.out) pictures put out",
        String(format: "%.1f pictures/s", report.speed_fps), "\(hues.count) of 12 hues back")
      #expect(report.frames.out == 60)
      #expect(hues.count == 12)
    }
  }
}

/// Work on a thread of its own.
final class Background: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  private var failure: (any Error)?

  init(_ body: @escaping @Sendable () throws -> Void) {
    Thread { [self] in
      do { try body() } catch { failure = error }
      done.signal()
    }.start()
  }

  func wait() throws {
    done.wait()
    if let failure { throw failure }
  }
}

extension ColorBars {
  /// From raw YUYV in BT.601, limited range.
  init(yuyv bytes: Data, width: Int, height: Int) throws {
    let frame = BufferPool().picture(
      width: width, height: height, format: PixelFormat(AV_PIX_FMT_YUYV422))
    bytes.withUnsafeBytes { source in
      for row in 0..<height {
        (frame.av.pointee.data.0! + row * Int(frame.av.pointee.linesize.0)).update(
          from: source.baseAddress!.assumingMemoryBound(to: UInt8.self) + row * width * 2,
          count: width * 2)
      }
    }
    try self.init(frame)
  }

  /// The multiples of 30 degrees near which there are vivid pixels.
  static func hues(of frame: borrowing Frame) -> Set<Int> {
    var hues = Set<Int>()
    let (data, stride) = (frame.av.pointee.data.0!, Int(frame.av.pointee.linesize.0))
    let matrix = ColorMatrix(of: frame)
    for y in 0..<frame.height {
      for x in 0..<(frame.width / 2) {
        let pair = data + y * stride + 4 * x
        let luma = (Double(pair[0]) - 16) / 219
        let r = luma + 2 * (1 - matrix.kr) * (Double(pair[3]) - 128) / 224
        let b = luma + 2 * (1 - matrix.kb) * (Double(pair[1]) - 128) / 224
        let g = (luma - matrix.kr * r - matrix.kb * b) / (1 - matrix.kr - matrix.kb)
        let color = SIMD3(r, g, b)
        guard color.max() - color.min() > 0.3, let hue = hue(color) else { continue }
        let nearest = (hue / 30).rounded()
        if abs(hue - 30 * nearest) < 4 { hues.insert(Int(nearest) % 12) }
      }
    }
    return hues
  }
}
