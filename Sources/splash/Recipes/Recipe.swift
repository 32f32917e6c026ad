import ArgumentParser

/// A goal in everyday words, and its command.
struct Recipe {
  let goal: String
  let commands: [String]

  init(_ goal: String, _ commands: String...) {
    self.goal = goal
    self.commands = commands
  }

  /// The recipes under their headings.
  static let all: [(heading: String, recipes: [Recipe])] = [
    ("One color", colors), ("One thing", things), ("Another look", looks),
    ("In time", times), ("For a post", posts), ("Again and again", series),
  ]

  /// The page of `splash help recipes`.
  static var text: String {
    let parts = all.map { heading, recipes in
      let lines = recipes.map { recipe in
        recipe.goal + "\n" + recipe.commands.map { "  \($0)\n" }.joined()
      }
      return heading.uppercased() + "\n\n" + lines.joined(separator: "\n")
    }
    return parts.joined(separator: "\n")
      + "\nPeople, subjects and things are found by AI models; splash models fetch downloads them."
  }

  /// The page of the documentation, in Markdown.
  static var page: String {
    let parts = all.map { heading, recipes in
      let items = recipes.map { recipe in
        "\(recipe.goal):\n\n```\n\(recipe.commands.joined(separator: "\n"))\n```\n"
      }
      return "## \(heading)\n\n" + items.joined(separator: "\n")
    }
    return """
      # Recipes

      Goals, and what to type for each. `splash help recipes` prints the same. Each command runs as it stands, in a
      test; `clip.mp4` and the other names are your own files. People, subjects and things are found by AI models;
      `splash models fetch` downloads them.

      \(parts.joined(separator: "\n"))
      This page is made from the table of recipes by `splash reference recipes`, and a test holds it to that.
      """
  }
}

/// Goals in everyday words, each with a command: `splash help recipes`.
struct RecipesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recipes", abstract: "Print commands for goals in people's words.",
    shouldDisplay: false
  )

  func run() throws { try printOutput(Recipe.text) }
}
