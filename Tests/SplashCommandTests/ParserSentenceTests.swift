import ArgumentParser
import Testing

/// Messages of the argument parser, which `plainMessage` turns into splash's own: a release with
/// other wording fails here, by the sentence.
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
  func parserMessageHasTheKnownWording(arguments: [String], sentence: String) {
    do {
      _ = try Words.parse(arguments)
      Issue.record("\(arguments) passed")
    } catch {
      let message = Words.message(for: error)
      #expect(message.contains(sentence), "\(message)")
    }
  }
}
