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
}
