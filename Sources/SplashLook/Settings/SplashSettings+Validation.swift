extension SplashSettings {
  /// The most hues of one mask, selected and excluded together.
  public static let hueLimit = 64

  /// The most tracked selections: things, objects, people and leaders of windows.
  public static let followedLimit = 16

  /// Checks all settings, for flags, JSON files and the tuner alike.
  ///
  /// - Throws: `SettingError` that names the first invalid one.
  public func validate() throws {
    // Without selected hues, the excluded ones are taken from all colors.
    let count = max(keptHues.count, drops.isEmpty ? 0 : 1) + drops.count
    guard count <= Self.hueLimit else {
      throw SettingError(
        "hues", cause: "\(count) hues, kept and excluded together",
        remedy: "give at most \(Self.hueLimit)")
    }
    try Self.check(paint: paint)
    try Self.checkFollowed([self])
    for field in SettingField.all { try field.check(self) }
  }

  /// Checks the number of tracked selections in several settings together.
  ///
  /// - Throws: `SettingError` if there are more than `followedLimit`.
  static func checkFollowed(_ settings: [SplashSettings]) throws {
    let count = Set(settings.flatMap(\.selections).filter(\.isFollowed)).count
    guard count <= followedLimit else {
      throw SettingError(
        "keep",
        cause: "\(count) things to follow, within, without and leaders of follow= included",
        remedy: "follow at most \(followedLimit)")
    }
  }

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
