import Foundation
import SplashV4L2
import Testing

extension DriverTests {
  /// Every format that vivid offers, through both interfaces.
  @Suite struct Formats {
    static let native: Set<String> = [
      "YUYV", "UYVY", "NV12", "NV16", "NV24", "YU12", "YV12", "422P",
    ]
    static let scaled: Set<String> = [
      "NV21", "NV42", "RGBP", "RGBR", "RGBO", "XR15", "R444", "XR12",
    ]
    static let nativeInPieces: Set<String> = ["NM12", "NM16", "YM12", "YM21", "YM16", "YM24"]

    @Test(arguments: [false, true])
    func everyFormatHasTheRightColors(isMultiplanar: Bool) throws {
      try Guest.loadWebcam(isMultiplanar ? "multiplanar=2" : "")
      let interface = isMultiplanar ? "multi-planar" : "single-planar"
      let listing = try #require(DeviceListing.all().first { $0.path == "/dev/video0" })
      let codes = listing.formats.map(\.format)
      #expect(codes.count > 60)
      let expected =
        isMultiplanar ? Self.native.union(Self.nativeInPieces) : Self.native
      #expect(expected.isSubset(of: Set(codes.map(\.description))))

      Guest.row("interface", "format", "way", "pixel format", "worst hue error", "color of greys")
      Guest.row("---", "---", "---", "---", "---", "---")
      var unread: [String] = []
      for code in codes {
        let name = code.description
        let camera: Camera
        do {
          camera = try Camera(
            path: "/dev/video0", options: CameraOptions(CameraRequest(format: code)))
        } catch let error as SplashError {
          #expect(!expected.contains(name), "\(error)")
          #expect(error.description.contains("does not offer the format"))
          unread.append(name)
          continue
        }
        #expect(camera.summary.contains(name))
        let frame = try camera.nextPicture()
        let bars = try ColorBars(frame)
        let isGrey = ["GREY", "Y10", "Y12", "Y16", "Y16-BE", "Z16"].contains(name)
        if isGrey {
          #expect(bars.colors.allSatisfy { $0.max() - $0.min() < 0.02 })
        } else {
          #expect(bars.worstHueError <= 2, "\(name)")
          #expect(bars.greyChroma < 0.02, "\(name)")
        }
        let way =
          expected.contains(name)
          ? "as it is" : Self.scaled.contains(name) ? "libswscale" : "libv4lconvert"
        Guest.row(
          interface, name, way, frame.pixelFormatName,
          isGrey ? "grey" : String(format: "%.2f°", bars.worstHueError),
          String(format: "%.3f", bars.greyChroma))
      }
      print("not read, \(interface): \(unread.joined(separator: " "))")
    }

    /// The driver's color tags reach the frame, and its colors are right by them.
    @Test(arguments: [
      ("colorspace=1", "YUYV"), ("colorspace=2,y_cbcr_encoding=2", "NV12"),
      ("colorspace=2,quantization=1", "YU12"), ("colorspace=4", "UYVY"),
      ("colorspace=0,y_cbcr_encoding=1,quantization=2", "NV16"),
    ])
    func colorTagsOfTheDriverAreUsed(controls: String, format: String) throws {
      try Guest.loadWebcam()
      try Guest.control(controls)
      let camera = try Camera(
        path: "/dev/video0", options: CameraOptions(CameraRequest(format: FourCC(format))))
      let frame = try camera.nextPicture()
      let error = try ColorBars(frame).worstHueError
      #expect(error <= 2)
      Guest.row(
        "tags", format, controls, "\(ColorMatrix(of: frame)), \(ColorRange(of: frame))",
        String(format: "%.2f°", error))
    }

    @Test func modesAreChosenByRequestedSizeAndRate() throws {
      try Guest.loadWebcam()
      func summary(_ request: CameraRequest) throws -> String {
        try Camera(path: "/dev/video0", options: CameraOptions(request)).summary
      }
      #expect(try summary(CameraRequest()) == "640x360 YUYV at 30 frames/s")
      #expect(try summary(CameraRequest(size: .usual)) == "1920x1080 YUYV at 5 frames/s")
      #expect(
        try summary(CameraRequest(size: .usual, rate: 30))
          == "1920x1080 YUYV at 5 frames/s (asked for 30 frames/s)")
      #expect(try summary(CameraRequest(rate: 10)) == "1280x720 YUYV at 10 frames/s")
    }
  }
}

extension Camera {
  /// The next frame, outside a pipeline.
  func nextPicture() throws -> Frame {
    if let item = try next(StageClock()), case .picture(let frame) = consume item { return frame }
    throw CameraEnded()
  }

  struct CameraEnded: Error {}

  /// Reads some frames.
  func take(_ count: Int) throws {
    for _ in 0..<count { _ = try nextPicture() }
  }
}
