extension MediaDescription {
  /// Reduces the description to the frames of a part. Joining takes all else from the clip itself.
  mutating func reduce(to place: FilmPlace) {
    self.place = place
    copiedStreams = []
    chapters = []
    metadata = []
    frameCount = nil
  }
}

extension PictureMemory {
  /// Seconds to read before a part: the masks' memory, and the time that white balance needs before
  /// masks are right; at least one second, since in some streams a keyframe is complete only after
  /// some frames.
  ///
  /// - Parameter rate: frames per second; 0 when unknown, for which 25 is taken.
  func prelude(at rate: Double) -> Double {
    max(1, seconds + Double(pictures) / (rate > 0 ? rate : 25))
  }
}
