extension FrameSink {
  /// Writes a single frame, finishes the output, and moves its file to its place.
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
