import ArgumentParser
import SplashFilter

/// Prints the page of the documentation that the table of settings makes:
/// `splash reference > Sources/SplashCore/Documentation.docc/Settings.md`.
struct ReferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference", abstract: "Print the reference of the settings as Markdown.",
    shouldDisplay: false)

  func run() throws { try printOutput(SettingField.reference) }
}
