import SplashFilter

/// Search results of a word in options, looks, colors, recipes and topics.
struct HelpSearch {
  private let word: String

  init(_ word: String) { self.word = word.lowercased() }

  /// All words with a help page of their own.
  static var words: [String] {
    let topics = HelpTopic.all.flatMap { [$0.name] + $0.words.sorted() }
    let parts = [
      topics, ["all", "recipes"], RunCommand.otherCommands, OptionHelp.all.compactMap(\.flag),
      LookForm.all.map(\.name), ColorName.all.map(\.name),
    ]
    return parts.flatMap(\.self)
  }

  private func isIn(_ texts: String...) -> Bool {
    texts.contains { text in
      let text = text.lowercased()
      return word.contains { !$0.isLetter }
        ? text.contains(word)
        : text.split { !$0.isLetter }
          .contains { $0 == word || word.count >= 4 && $0.hasPrefix(word) }
    }
  }

  /// A paragraph for each kind of result; empty where the word is not found.
  var text: String {
    let topics = HelpTopic.all.filter { isIn($0.name, $0.title) || $0.words.contains(word) }
    let options = OptionHelp.all.filter { $0.flag != nil && isIn($0.label, $0.text) }
    let looks = LookForm.all.filter { isIn($0.name, $0.sentence) }
    let colors = ColorName.all.filter { isIn($0.name) }
    let recipes = Recipe.all.flatMap(\.recipes).filter { recipe in
      isIn(recipe.goal) || recipe.commands.contains { isIn($0) }
    }
    let parts = [
      ("TOPICS", topics.map { HelpPage.row("splash help \($0.name)", $0.title) }),
      ("OPTIONS", options.map(\.brief)),
      ("LOOKS", looks.map { HelpPage.row($0.name + $0.values, $0.sentence) }),
      (
        "COLORS",
        colors.map { color in
          HelpPage.row(color.name, color.ranges.map(\.text).joined(separator: "  "))
        }
      ),
      (
        "RECIPES",
        recipes.map { recipe in
          ([recipe.goal] + recipe.commands.map { "  " + $0 }).map { "  " + $0 }
            .joined(separator: "\n")
        }
      ),
    ]
    return parts.filter { !$0.1.isEmpty }
      .map { "\($0.0):\n" + $0.1.joined(separator: "\n") }.joined(separator: "\n\n")
  }
}
