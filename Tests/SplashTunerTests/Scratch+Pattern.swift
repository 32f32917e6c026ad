import TestSupport

extension Scratch {
  /// A clip of two seconds of a pattern, 160 × 120.
  func pattern(rate: Int) throws -> String {
    try make(
      "clip.mp4", "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=\(rate):duration=2",
      "-pix_fmt", "yuv420p", "-preset", "ultrafast")
  }

  /// A clip of four seconds of a red square of 40 pixels on grey, 320 × 180, that goes to the right
  /// by 60 pixels a second.
  func redSquare() throws -> String {
    try make(
      "clip.mp4", "-f", "lavfi", "-i",
      "color=gray:s=320x180:r=10:d=4[ground];color=red:s=40x40:r=10:d=4[square];"
        + "[ground][square]overlay=x='20+60*t':y=60", "-pix_fmt", "yuv420p", "-colorspace",
      "bt709", "-color_range", "tv")
  }

  /// Runs a command line in the folder, where `splash` is the one under test.
  func shell(_ line: String) throws -> Command {
    let program = Command.splash.deletingLastPathComponent().path
    let run = try Command.run(
      "sh", ["-c", "cd '\(folder.path)' && PATH='\(program)':$PATH && \(line)"])
    try #require(run.status == 0, "\(line): \(run.errors)")
    return run
  }
}
