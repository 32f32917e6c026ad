import SplashV4L2
import Testing

@Suite struct VideoNodeTests {
  @Test(arguments: [
    ("/dev/video0", true), ("/dev/v4l/by-id/usb-cam", true), ("clip.mp4", false), ("-", false),
    ("/dev/null", false), ("test:", false), ("https://example.org/dev/video0", false),
  ])
  func onlyVideoDevicePathsAreCameras(name: String, expected: Bool) {
    #expect(isVideoDevice(name) == expected)
  }

  @Test(arguments: [
    ("YUYV", "YUYV"), ("yuyv422", "YUYV"), ("uyvy422", "UYVY"), ("nv12", "NV12"),
    ("nv16", "NV16"), ("yuv420p", "YU12"), ("yuv422p", "422P"), ("YV12", "YV12"),
  ])
  func outputFormatNamesHaveTheirFourCC(name: String, code: String) {
    #expect(FourCC(outputFormat: name) == FourCC(code))
  }

  @Test(arguments: ["MJPG", "NM12", "rgb24", "yuv420p10le", "nonsense", ""])
  func unwritableOutputFormatsAreNil(name: String) { #expect(FourCC(outputFormat: name) == nil) }

  @Test func everyListedOutputFormatIsAccepted() {
    let names = FourCC.outputFormatNames
    #expect(names.contains("yuyv422") && names.contains("yuv420p"))
    #expect(Set(names).count == names.count)
    for name in names { #expect(FourCC(outputFormat: name) != nil, "\(name)") }
  }
}
