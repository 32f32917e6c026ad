internal import CSplash
internal import SplashLook

/// The table of settings for C, made once and never freed.
struct SettingTable: @unchecked Sendable {
  let start: UnsafePointer<splash_setting>
  let count: Int

  static let shared = SettingTable()

  private init() {
    let table = UnsafeMutableBufferPointer<splash_setting>.allocate(
      capacity: SettingField.all.count)
    _ = table.initialize(from: SettingField.all.map(splash_setting.init))
    (start, count) = (UnsafePointer(table.baseAddress!), table.count)
  }
}

/// C strings, ended by NULL and never freed.
func permanent(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?> {
  let list = UnsafeMutableBufferPointer<UnsafePointer<CChar>?>.allocate(capacity: texts.count + 1)
  _ = list.initialize(from: texts.map { permanent($0) } + [nil])
  return UnsafePointer(list.baseAddress!)
}

/// A C string, never freed.
func permanent(_ text: String) -> UnsafePointer<CChar> {
  let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count + 1)
  _ = copy.initialize(from: text.utf8.map { CChar(bitPattern: $0) } + [0])
  return UnsafePointer(copy.baseAddress!)
}

extension splash_setting {
  fileprivate init(_ field: SettingField) {
    let description = field.description
    let control = description.control
    self.init()
    // Hosts store this name in projects and scripts, so it stays the first name that the setting
    // had.
    name = permanent(field.aliases.first ?? field.flag)
    label = permanent(description.label)
    help = permanent(field.help)
    standard = permanent(field.standardWord)
    kind = Int32(field.kindForC)
    whole = field.placeholder == "N" ? 1 : 0
    (min, max, step) = (control.min ?? 0, control.max ?? 0, control.step ?? 0)
    unit = permanent(control.unit ?? "")
    if Int(kind) == SPLASH_KIND_CHOICE {
      choices = permanent(field.choices.filter { $0 != SplashSettings.Show.sideBySide.rawValue })
    }
  }
}

extension SettingField {
  /// The word for the default in `splash_filter_set`.
  fileprivate var standardWord: String {
    if placeholder == nil { return "off" }
    return isRepeatable ? "" : standard
  }

  fileprivate var kindForC: Int {
    if isRepeatable { return SPLASH_KIND_LIST }
    return switch description.control.kind {
    case .slider: SPLASH_KIND_NUMBER
    case .switch: SPLASH_KIND_SWITCH
    case .choice: SPLASH_KIND_CHOICE
    default: SPLASH_KIND_TEXT
    }
  }

  /// The words of the flag in a value from a C caller.
  func words(in value: String) throws -> [String] {
    if isRepeatable {
      return value.split(separator: value.contains("\n") ? "\n" : " ").map(String.init)
    }
    guard placeholder == nil else { return [value] }
    switch value {
    case "on": return [""]
    case "off": return []
    default:
      throw SplashError(.usage, "\(flag) \(value)", cause: "unknown", remedy: "give on or off")
    }
  }
}
