import CV4L2
import Foundation
import SplashV4L2
import Testing

extension DriverTests {
  /// Cameras with compressed formats, played by a producer behind v4l2loopback.
  @Suite struct Compressed {
    @Test(arguments: [("mjpeg", "MJPG"), ("libx264", "H264")])
    func compressedFormatsHaveTheRightColors(encoder: String, format: String) throws {
      try Guest.loadLoopback()
      let producer = try Guest.start(
        [
          "ffmpeg", "-v", "error", "-re", "-f", "lavfi", "-i", "pal75bars=size=640x360:rate=15",
          "-c:v", encoder,
        ]
          + (encoder == "mjpeg"
            ? ["-pix_fmt", "yuvj422p", "-q:v", "3"]
            : ["-preset", "ultrafast", "-g", "8", "-pix_fmt", "yuv420p", "-bsf:v", "dump_extra"])
          + ["-f", "v4l2", "/dev/video11"])
      defer { kill(producer.process.processIdentifier, SIGKILL) }
      try Guest.waitForProducer("/dev/video11")
      let camera = try Camera(path: "/dev/video11")
      #expect(camera.summary.hasPrefix("640x360 \(format)"))
      try camera.take(20)
      let frame = try camera.nextPicture()
      let bars = try ColorBars(frame)
      #expect(bars.worstHueError <= 2)
      #expect(bars.greyChroma < 0.03)
      Guest.row(
        "compressed", format, frame.pixelFormatName,
        "\(ColorMatrix(of: frame)), \(ColorRange(of: frame))",
        String(format: "%.2f°", bars.worstHueError), "\(camera.counts.captured) pictures")
    }

    /// Every third JPEG is truncated in the middle: it is left out and counted.
    @Test func tornJPEGFramesAreLeftOutAndCounted() throws {
      try Guest.loadLoopback()
      let file = "/tmp/bars.jpg"
      let made = try Guest.run(
        "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "pal75bars=size=640x360",
        "-frames:v", "1", "-q:v", "3", file)
      try #require(made.status == 0, "\(made.output)")
      let whole = try Data(contentsOf: URL(fileURLWithPath: file))
      let producer = try JPEGProducer("/dev/video11", width: 640, height: 360)
      producer.start { index in index % 3 == 2 ? whole.prefix(whole.count / 2) : whole }
      defer { producer.stop() }
      try Guest.waitForProducer("/dev/video11")
      let camera = try Camera(path: "/dev/video11")
      for _ in 0..<20 { #expect(try ColorBars(camera.nextPicture()).worstHueError <= 2) }
      let counts = camera.counts
      #expect(counts.damaged >= 5)
      #expect(camera.warning?.contains("damaged") == true)
      Guest.row(
        "torn JPEG", "\(counts.captured) whole pictures", "\(counts.damaged) damaged left out",
        "\(counts.restarts) restarts")
    }
  }
}

/// Writes JPEG files into a loopback device, 20 a second.
final class JPEGProducer: @unchecked Sendable {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "producer")
  private var timer: (any DispatchSourceTimer)?

  init(_ device: String, width: UInt32, height: UInt32) throws {
    descriptor = open(device, O_RDWR)
    var format = v4l2_format()
    format.type = V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue
    format.fmt.pix.width = width
    format.fmt.pix.height = height
    format.fmt.pix.pixelformat = FourCC("MJPG")!.rawValue
    format.fmt.pix.sizeimage = width * height * 2
    try #require(splash_v4l2_ioctl(descriptor, .setFormat, &format) == 0)
  }

  func start(_ picture: @escaping @Sendable (Int) -> Data) {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: 0.05)
    var index = 0
    timer.setEventHandler { [descriptor] in
      picture(index).withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
      index += 1
    }
    timer.resume()
    self.timer = timer
  }

  func stop() {
    timer?.cancel()
    queue.sync {}
    close(descriptor)
  }
}
