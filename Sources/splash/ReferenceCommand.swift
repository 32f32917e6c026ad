import ArgumentParser
import SplashFilter

/// Prints the generated pages of the documentation, for the folder
/// `Sources/SplashCore/Documentation.docc`: `splash reference > Settings.md`, and `splash reference
/// recipes > Recipes.md`.
struct ReferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference", abstract: "Print the reference of the settings as Markdown.",
    shouldDisplay: false)

  enum Page: String, ExpressibleByArgument { case settings, recipes }

  @Argument(help: "settings or recipes.") var page = Page.settings

  func run() throws {
    try printOutput(page == .settings ? SettingField.reference : Recipe.page)
  }
}
