extension SplashSettings {
  /// The flags for all settings that differ from the defaults.
  ///
  /// Each flag and each value is one element, unquoted: for `shellQuoted` or for another process.
  public var flags: [String] { SettingField.all.flatMap { $0.flags(for: self) } }

  /// These settings rounded to the digits that flags carry, so that the flags give exactly the
  /// same.
  public var rounded: SplashSettings {
    var copy = self
    for field in SettingField.all { field.round(&copy) }
    return copy
  }
}

/// A word quoted for a POSIX shell: unchanged if safe, else in single quotes.
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
