internal import SplashCore
internal import SplashFFmpeg

/// A photo's file, from which another one of its kind is made with another picture: what the
/// picture does not change stays.
///
/// A new kind of photo is a type of this, and its reader's line in `openPhoto`.
protocol Photo: Original {
  /// How files of the kind are called, in lower case.
  static var endings: Set<String> { get }

  /// Looks at what is asked of a new file.
  ///
  /// - Throws: `SplashError` of kind usage for options that the kind has no use for.
  func check(_ options: OutputOptions) throws(SplashError)

  /// A file with a picture and all else that this one says.
  ///
  /// - Parameter name: of the new file, for errors.
  func encoded(
    as frame: borrowing Frame, options: OutputOptions, name: String
  ) throws -> [UInt8]
}

extension Photo {
  func check(_ options: OutputOptions) throws(SplashError) {}
}
