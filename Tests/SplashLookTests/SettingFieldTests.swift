import SplashLook
import TestSupport

/// The table of settings, against the settings themselves and the texts made from it.
struct SettingFieldTests {
  @Test func everySettingIsInTheTable() {
    let properties = Mirror(reflecting: SplashSettings()).children.compactMap(\.label)
    #expect(SettingField.all.map(\.key) == properties)
    #expect(Set(SettingField.all.map(\.flag)).count == properties.count)
  }

  /// Scripts rely on the names.
  @Test func settingNamesStayStable() {
    let names = [
      "hue hues", "drop drops", "threshold threshold", "softness softness", "saturation saturation",
      "value value", "gate-softness gateSoftness", "chroma-floor chromaFloor",
      "white-balance whiteBalance", "balance-time balanceTime", "lock-balance lockBalance",
      "balance-output balanceOutput", "stability stability", "despeckle despeckle", "fill fill",
      "clean clean", "grow grow", "shrink shrink", "smooth smooth", "feather feather",
      "invert invert", "show show", "exclude drops", "hue-width threshold", "smoothing stability",
      "close-holes fill", "remove-specks clean", "defringe defringe", "despill defringe",
    ]
    let known = SettingField.all.flatMap { field in
      ([field.flag] + field.aliases).map { "\($0) \(field.key)" }
    }
    #expect(Set(names).isSubset(of: known))
  }

  @Test func defaultHueIsTheOneInTheHelp() throws {
    let field = try #require(SettingField.all.first { $0.key == "hues" })
    #expect(field.help.hasSuffix("(default: red)"))
    #expect(SplashSettings().keptHues == [try HueRange("red")])
  }

  @Test func settingHelpIsASentenceWithItsDefault() throws {
    for field in SettingField.all {
      #expect(field.summary.hasSuffix(".") && field.summary.first?.isUppercase == true)
      #expect(!field.summary.dropLast().contains(". "), "\(field.summary)")
    }
    let field = try #require(SettingField.all.first { $0.key == "balanceTime" })
    #expect(
      field.help
        == "Seconds in which the balance follows the light: 0 to 3600 seconds. (default: 1)")
  }

  /// `splash reference > Sources/SplashCore/Documentation.docc/Settings.md` writes it again.
  @Test func settingsPageMatchesTheTable() throws {
    let path = Repository.path("Sources/SplashCore/Documentation.docc/Settings.md")
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(page == SettingField.reference + "\n")
    #expect(try Command.splash("reference").text == page)
    for field in SettingField.all {
      #expect(page.contains("| `--\(field.flag)") && page.contains("| `\(field.key)` |"))
    }
  }
}
