import ArgumentParser

/// Goals in everyday words, each with a command: `splash help recipes`.
struct RecipesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recipes", abstract: "Print commands for goals in people's words.",
    shouldDisplay: false
  )

  func run() throws { try printOutput(Recipe.text) }
}
