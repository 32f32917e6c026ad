package import SplashBase

extension SplashSettings {
  /// So many pictures before its turn at most a network looks at one of a file for a thing.
  package static let thingForesight = 16

  /// After how much nothing of what came before is left in the result.
  ///
  /// What the balance remembers falls by e or nearly in each `balanceTime`, or sooner, where the pictures
  /// tell their light, and after 24 of them is less than a step of the gains; a locked one remembers the first
  /// pictures for ever, and so does what is followed, and so do things before which people come.
  /// What a steadied mask remembers gives way by a few codes a picture. People and faces that are
  /// found no more are kept for less than a second.
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
