import ArgumentParser
import SplashCore
import SplashJob

/// Where the networks are that find people, subjects and things.
struct ModelFlags: ParsableArguments {
  @OptionGroup var fields: FieldOptions<NetworkField>

  /// The same as words of a command line.
  var words: [String] { fields.words }

  func models() throws -> Models {
    var places = Models.Places()
    for (field, words) in fields.given {
      for word in words { try field.read(word, into: &places) }
    }
    return Models(places)
  }
}
