import SplashFFmpeg
import TestSupport
import Testing

struct KeyFramesTests {
  @Test(arguments: [nil, 1.0])
  func keyframesOfClipsThatBeginLateHaveTheirTimes(start: Double?) throws {
    let scratch = Scratch()
    let clip = scratch.path("late.mkv")
    try Command.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=32x32:r=10:d=4", "-c:v", "mjpeg", "-output_ts_offset", "7",
      clip)
    var options = InputOptions()
    options.start = start
    let frames = try KeyFrames(clip, options: options)
    for wanted in [0.5, 2.0, 0.0, 1.5] {
      var time: Double?
      if let frame = try frames.picture(at: wanted) { time = frame.presentationTime }
      #expect(abs((time ?? -1) - wanted) < 0.001, "\(wanted)")
    }
  }
}
