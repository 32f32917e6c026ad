extension SplashSettings {
  /// As many hues as one mask takes, kept and excluded together.
  public static let hueLimit = 64

  /// So many things, objects, people and leaders of windows are followed at most.
  public static let followedLimit = 16

  /// Checks every setting, for the flags, the JSON file and the tuner alike.
  ///
  /// - Throws: `SettingError` that names the first one that cannot be used.
  public func validate() throws {
    // Where no hue is kept, what is excluded is taken from all of them.
    let count = max(keptHues.count, drops.isEmpty ? 0 : 1) + drops.count
    guard count <= Self.hueLimit else {
      throw SettingError(
        "hues", cause: "\(count) hues, kept and excluded together",
        remedy: "give at most \(Self.hueLimit)")
    }
    try Self.checkFollowed([self])
    for field in SettingField.all { try field.check(self) }
  }

  /// Checks how many things are followed for some settings together.
  ///
  /// - Throws: `SettingError` where there are more than `followedLimit`.
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
