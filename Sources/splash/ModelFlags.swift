import ArgumentParser
import SplashJob

/// The files of the networks that find people, subjects and things.
struct ModelFlags: ParsableArguments {
  @OptionGroup var fields: FieldOptions<NetworkField>

  /// The command-line words for these flags.
  var words: [String] { fields.words }

  func models() throws -> Models {
    var places = Models.Places()
    for (field, words) in fields.given {
      for word in words { try field.read(word, into: &places) }
    }
    return Models(places)
  }
}
