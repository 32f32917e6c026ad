extension SplashSettings {
  /// The most frames ahead on which a network runs to find a thing in a file.
  package static let thingForesight = 16

  /// The earlier and later frames that can affect a frame's result.
  ///
  /// The balance's memory falls by a factor of about e in each `balanceTime`, or faster, while
  /// frames show their light; after 24 of these it is less than a step of the gains. A locked
  /// balance depends on the first frames for ever, and so do tracked selections, and objects that
  /// people hold. The memory of a smoothed mask fades by a few codes per frame. Lost people and
  /// faces are kept for less than a second.
  package var memory: PictureMemory {
    let isFound = selections.contains { $0 == .subject(.person) || $0 == .face }
    let steadied = stability > 0 || isFound ? 150 : 0
    let holdsThings = without.contains(.subject(.person)) && !keptHues.isEmpty
    if holdsThings || selections.contains(where: \.isFollowed) {
      return PictureMemory(
        seconds: .infinity, pictures: steadied,
        coming: selections.contains(where: \.isThing) ? Self.thingForesight : 0)
    }
    guard whiteBalance.measures else { return PictureMemory(pictures: steadied) }
    return PictureMemory(
      seconds: lockBalance ? .infinity : 24 * balanceTime, pictures: steadied)
  }
}
