extension SplashSettings {
  /// As many hues as one mask takes, kept and excluded together.
  public static let hueLimit = 64

  /// Checks every setting, for the flags, the JSON file and the tuner alike.
  ///
  /// - Throws: `SplashError` of kind usage that names the flag.
  public func validate() throws {
    guard keptHues.count + drops.count <= Self.hueLimit else {
      throw SplashError(
        .usage, "--hue, --drop", cause: "\(keptHues.count + drops.count) hues given",
        remedy: "give at most \(Self.hueLimit)")
    }
    for (hues, flag) in [(keptHues, "--hue"), (drops, "--drop")] {
      for hue in hues {
        let flag = "\(flag) \(hue.text)"
        try require(hue.center.isFinite && (0..<360).contains(hue.center), flag, "hue", "0 up to 360")
        try require(degrees(hue.width ?? 0), "\(flag): width", HueRange.short(hue.width ?? 0))
        try require(degrees(hue.softness ?? 0), "\(flag): softness", HueRange.short(hue.softness ?? 0))
        if let saturation = hue.saturation { try check(saturation, "\(flag): s") }
        if let value = hue.value { try check(value, "\(flag): v") }
      }
    }
    try require(degrees(threshold), "--threshold", "\(threshold)")
    try require(degrees(softness), "--softness", "\(softness)")
    try check(saturation, "--saturation")
    try check(value, "--value")
    try require((0...1).contains(gateSoftness), "--gate-softness", "\(gateSoftness)", "0 to 1")
    try require((0...1).contains(chromaFloor), "--chroma-floor", "\(chromaFloor)", "0 to 1")
    try require((0...3600).contains(balanceTime), "--balance-time", "\(balanceTime)", "0 to 3600 s")
    try require((0...1).contains(stability), "--stability", "\(stability)", "0 to 1")
    try require((0...3).contains(despeckle), "--despeckle", "\(despeckle)", "0, 1, 2 or 3")
    _ = try WhiteBalanceMode(whiteBalance.text)
  }

  private func degrees(_ number: Double) -> Bool { (0...360).contains(number) }

  private func require(
    _ isValid: Bool, _ flag: String, _ value: String, _ range: String = "0 to 360 degrees"
  ) throws {
    guard isValid else {
      throw SplashError(.usage, "\(flag) \(value)", cause: "out of range", remedy: "give \(range)")
    }
  }

  private func check(_ interval: Interval, _ flag: String) throws {
    let text = "\(flag) \(interval.min)..\(interval.max)"
    guard (0...1).contains(interval.min), (0...1).contains(interval.max) else {
      throw SplashError(.usage, text, cause: "out of range", remedy: "give numbers from 0 to 1")
    }
    guard interval.min <= interval.max else {
      throw SplashError(
        .usage, text, cause: "the minimum is above the maximum",
        remedy: "write \(interval.max)..\(interval.min)")
    }
  }
}
