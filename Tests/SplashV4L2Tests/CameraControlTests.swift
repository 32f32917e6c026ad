import SplashV4L2
import Testing

@Suite struct CameraControlTests {
  @Test(arguments: [
    ("White Balance, Automatic", "white_balance_automatic"),
    ("Exposure Time, Absolute", "exposure_time_absolute"), ("Brightness", "brightness"),
    ("Inject V4L2_BUF_FLAG_ERROR", "inject_v4l2_buf_flag_error"),
    ("  Pan (Absolute)", "pan_absolute"),
  ])
  func controlNamesAreSpelledLikeV4L2Ctl(name: String, expected: String) {
    #expect(CameraControl.spelling(of: name) == expected)
  }

  @Test(
    arguments: [
      ("brightness=12", "brightness", 12), ("Pan (Absolute)=-3600", "pan_absolute", -3600),
      ("mute=on", "mute", 1), ("mute=False", "mute", 0), ("bits=0xff", "bits", 255),
    ] as [(String, String, Int64)])
  func controlSettingsAreParsed(text: String, name: String, value: Int64) {
    #expect(ControlSetting(text) == ControlSetting(name: name, value: value))
  }

  @Test(arguments: ["", "brightness", "brightness=", "=1", "brightness=much", "b=0x", "b=1e3"])
  func invalidControlSettingsAreNil(text: String) { #expect(ControlSetting(text) == nil) }
}
