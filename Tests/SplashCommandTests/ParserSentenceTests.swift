import ArgumentParser
import Testing

/// What the argument parser says, of which `plainMessage` makes errors of our own: a release of it that
/// says something else fails here, by the sentence.
struct ParserSentenceTests {
  private enum Kind: String, CaseIterable, ExpressibleByArgument { case one, two }

  private struct Words: ParsableArguments {
    @Argument var input: String
    @Option var crf: Double?
    @Option var kind: Kind?
    @Flag var stats = false
  }

  @Test(arguments: [
    ([], "Missing expected argument '<input>'"),
    (["a", "--crf"], "Missing value for '--crf <crf>'"),
    (["a", "--crf", "x"], "The value 'x' is invalid for '--crf <crf>'"),
    (["a", "--kind", "x"], "The value 'x' is invalid for '--kind <kind>'. Please provide one of "),
    (["a", "--cfr", "1"], "Unknown option '--cfr'. Did you mean '--crf'?"),
    (["a", "--stats=x"], "The option '--stats' does not take any value, but 'x'"),
    (["a", "b"], "nexpected argument"),
    (["a", "b"], "'b'"),
  ])
  func aSentenceIsWhatItWas(arguments: [String], sentence: String) {
    do {
      _ = try Words.parse(arguments)
      Issue.record("\(arguments) passed")
    } catch {
      let message = Words.message(for: error)
      #expect(message.contains(sentence), "\(message)")
    }
  }
}
