extension SplashSettings {
  /// The flags that give these settings, as far as they differ from the defaults.
  ///
  /// Each flag and each value is one element, unquoted: for `shellQuoted` or for another process.
  public var flags: [String] {
    let defaults = SplashSettings()
    var flags = hues.flatMap { ["--hue", $0.text] } + drops.flatMap { ["--drop", $0.text] }
    func add(_ flag: String, _ isDefault: Bool, _ value: String?) {
      if !isDefault { flags += [flag] + (value.map { [$0] } ?? []) }
    }
    add("--threshold", threshold == defaults.threshold, HueRange.short(threshold))
    add("--softness", softness == defaults.softness, HueRange.short(softness))
    add("--saturation", saturation == defaults.saturation, saturation.text)
    add("--value", value == defaults.value, value.text)
    add("--gate-softness", gateSoftness == defaults.gateSoftness, HueRange.short(gateSoftness))
    add("--chroma-floor", chromaFloor == defaults.chromaFloor, HueRange.short(chromaFloor))
    add("--white-balance", whiteBalance == defaults.whiteBalance, whiteBalance.text)
    add("--balance-time", balanceTime == defaults.balanceTime, HueRange.short(balanceTime))
    add("--lock-balance", lockBalance == defaults.lockBalance, nil)
    add("--balance-output", balanceOutput == defaults.balanceOutput, nil)
    add("--stability", stability == defaults.stability, HueRange.short(stability))
    add("--despeckle", despeckle == defaults.despeckle, "\(despeckle)")
    add("--invert", invert == defaults.invert, nil)
    add("--show", show == defaults.show, show.rawValue)
    return flags
  }

  /// These settings with no more digits than flags carry, so that the flags say exactly the same.
  public var rounded: SplashSettings {
    var copy = self
    copy.hues = hues.map(\.rounded)
    copy.drops = drops.map(\.rounded)
    for path in [
      \SplashSettings.threshold, \.softness, \.gateSoftness, \.chromaFloor, \.balanceTime,
      \.stability,
    ] {
      copy[keyPath: path] = HueRange.thousandths(self[keyPath: path])
    }
    copy.saturation = saturation.rounded
    copy.value = value.rounded
    if let balance = try? WhiteBalanceMode(whiteBalance.text) { copy.whiteBalance = balance }
    return copy
  }
}

extension HueRange {
  fileprivate var rounded: HueRange {
    HueRange(
      center: Self.thousandths(center), width: width.map(Self.thousandths),
      softness: softness.map(Self.thousandths), saturation: saturation?.rounded,
      value: value?.rounded)
  }

  static func thousandths(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}

extension Interval {
  fileprivate var rounded: Interval {
    Interval(HueRange.thousandths(min), HueRange.thousandths(max))
  }
}

/// A word as a POSIX shell has to be given it: as it is where that is safe, else in single quotes.
public func shellQuoted(_ word: String) -> String {
  let isPlain =
    !word.isEmpty
    && word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        true
      default: "-_./:,=+@%".utf8.contains(byte)
      }
    }
  return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
}
