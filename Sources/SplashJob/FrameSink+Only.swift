internal import SplashCore

extension FrameSink {
  /// Makes an output of one picture, and puts it in its place.
  func writeOnly(_ frame: consuming Frame) throws {
    do {
      try write(frame, StageClock())
      try finish(StageClock())
    } catch {
      try? finish(StageClock())
      throw error
    }
    try publish()
  }
}
