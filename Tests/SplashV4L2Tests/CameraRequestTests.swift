import SplashV4L2
import Testing

@Suite struct CameraRequestTests {
  /// The modes of a common 1080p webcam.
  static let webcam: [CaptureMode] =
    [
      ("YUYV", 640, 480, 30), ("YUYV", 1280, 720, 10), ("YUYV", 1920, 1080, 5),
      ("MJPG", 640, 480, 60), ("MJPG", 1280, 720, 60), ("MJPG", 1920, 1080, 30),
      ("H264", 1920, 1080, 30),
    ].map { mode($0.0, $0.1, $0.2, [$0.3]) }

  static func mode(_ format: String, _ width: Int, _ height: Int, _ rates: [UInt32])
    -> CaptureMode
  {
    let deliveries: [String: CaptureMode.Delivery] = [
      "MJPG": .motionJPEG, "H264": .h264, "RGB3": .converted,
    ]
    return CaptureMode(
      format: FourCC(format)!, size: VideoSize(width: width, height: height),
      intervals: IntervalOffer(rates.map { FrameInterval(1, $0) }),
      delivery: deliveries[format] ?? .native)
  }

  func choose(
    _ modes: [CaptureMode], size: VideoSize? = nil, rate: Double? = nil, format: String? = nil
  ) throws -> String {
    let request = CameraRequest(size: size, rate: rate, format: format.flatMap { FourCC($0) })
    let choice = try request.choose(from: modes, device: "/dev/video0")
    return "\(choice.mode.format) \(choice.mode.size) \(choice.interval?.rate ?? 0)"
  }

  @Test func fullSizeMJPEGWinsOverSlowYUYV() throws {
    #expect(try choose(Self.webcam) == "MJPG 1920x1080 30.0")
  }

  @Test func higherRateChoosesASmallerSize() throws {
    #expect(try choose(Self.webcam, rate: 60) == "MJPG 1280x720 60.0")
  }

  @Test func uncompressedWinsAtTheSameSizeAndRate() throws {
    let modes = ["MJPG", "YUYV", "RGB3"].map { Self.mode($0, 1280, 720, [30]) }
    #expect(try choose(modes) == "YUYV 1280x720 30.0")
    #expect(try choose(modes.reversed()) == "YUYV 1280x720 30.0")
  }

  @Test func requestedSizeFormatAndRateAreChosen() throws {
    #expect(try choose(Self.webcam, format: "YUYV") == "YUYV 640x480 30.0")
    #expect(
      try choose(Self.webcam, size: .usual, format: "YUYV") == "YUYV 1920x1080 5.0")
    let size = VideoSize(width: 640, height: 480)
    #expect(try choose(Self.webcam, size: size) == "YUYV 640x480 30.0")
    #expect(try choose(Self.webcam, size: size, rate: 60) == "MJPG 640x480 60.0")
  }

  @Test func fastestModeIsChosenIfNoneIsFastEnough() throws {
    #expect(try choose(Self.webcam, rate: 120) == "MJPG 1280x720 60.0")
    let slow = [Self.mode("YUYV", 1920, 1080, [5]), Self.mode("YUYV", 640, 480, [15])]
    #expect(try choose(slow) == "YUYV 640x480 15.0")
  }

  @Test func slowestSufficientRateIsChosen() throws {
    #expect(try choose([Self.mode("YUYV", 640, 480, [60, 30, 15])]) == "YUYV 640x480 30.0")
    let television = CaptureMode(
      format: FourCC("YUYV")!, size: VideoSize(width: 720, height: 480),
      intervals: IntervalOffer([FrameInterval(1001, 30000)]), delivery: .native)
    let choice = try CameraRequest(rate: 30).choose(from: [television], device: "/dev/video0")
    #expect(choice.interval == FrameInterval(1001, 30000))
  }

  @Test func sizesAboveFullHDAreChosenOnlyOnRequest() throws {
    let modes = [Self.mode("YUYV", 3840, 2160, [30]), Self.mode("YUYV", 1280, 720, [30])]
    #expect(try choose(modes) == "YUYV 1280x720 30.0")
    #expect(
      try choose(modes, size: VideoSize(width: 3840, height: 2160)) == "YUYV 3840x2160 30.0")
  }

  @Test func modesWithoutARateCanBeChosen() throws {
    let silent = CaptureMode(
      format: FourCC("UYVY")!, size: .usual, intervals: IntervalOffer([]), delivery: .native)
    #expect(try choose([silent]) == "UYVY 1920x1080 0.0")
    #expect(try choose([silent, Self.mode("YUYV", 640, 480, [30])]) == "YUYV 640x480 30.0")
  }

  @Test func unsupportedSizeErrorNamesTheNearest() {
    let error = #expect(throws: SplashError.self) {
      try choose(Self.webcam, size: VideoSize(width: 1024, height: 768))
    }
    #expect(error?.kind == .badInput)
    #expect(
      error?.description
        == "/dev/video0: does not offer the size 1024x768; "
        + "on offer: 1280x720, 640x480, 1920x1080")
  }

  @Test func unsupportedFormatErrorNamesTheOffers() {
    let error = #expect(throws: SplashError.self) { try choose(Self.webcam, format: "NV12") }
    #expect(
      error?.description
        == "/dev/video0: does not offer the format NV12; on offer: YUYV, MJPG, H264")
  }

  @Test(arguments: [
    (641, 480, 640, 480), (10, 10, 32, 32), (9999, 9999, 4096, 2160), (640, 481, 640, 480),
  ])
  func nearestSizeRespectsRangeAndStep(
    width: Int, height: Int, expectedWidth: Int, expectedHeight: Int
  ) {
    let offer = SizeOffer(
      minimum: VideoSize(width: 32, height: 32), maximum: VideoSize(width: 4096, height: 2160),
      step: VideoSize(width: 2, height: 2), intervals: IntervalOffer([]))
    #expect(
      offer.nearest(to: VideoSize(width: width, height: height))
        == VideoSize(width: expectedWidth, height: expectedHeight))
  }

  @Test(arguments: [
    (30.0, 1000, 30000), (29.97, 1001, 30000), (59.94, 1001, 60000), (23.976, 1001, 24000),
    (12.5, 1000, 12500), (0.5, 1000, 500), (25, 1000, 25000), (1e12, 1000, 1_000_000),
  ])
  func frameIntervalOfARateIsExact(rate: Double, numerator: UInt32, denominator: UInt32) {
    #expect(FrameInterval(rate: rate) == FrameInterval(numerator, denominator))
  }

  @Test func rateRangesAreClampedToTheirEnds() {
    let range = IntervalOffer([FrameInterval(1, 60), FrameInterval(1, 5)], isRange: true)
    #expect(range.interval(reaching: 24)?.rate == 24)
    #expect(range.interval(reaching: 100)?.rate == 60)
    #expect(range.interval(reaching: 1)?.rate == 5)
  }
}
