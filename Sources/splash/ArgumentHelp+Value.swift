import ArgumentParser

extension ArgumentHelp {
  /// - Parameters:
  ///   - sentence: what the option does.
  ///   - value: placeholder of its value.
  static func of(_ sentence: String, _ value: String) -> ArgumentHelp {
    ArgumentHelp(sentence, valueName: value)
  }
}
