internal import SplashCore
internal import SplashFFmpeg

/// A photo's file, of which more is kept than the picture.
protocol Photo: Original {
  var tags: PhotoTags { get }

  /// What stands in the file behind the picture, and has no place in one of another kind or shape.
  var companions: Companions { get }

  /// What its colors are, where they are not those of sRGB.
  var displayProfile: DisplayProfile? { get }
}

extension Photo {
  var isTransparent: Bool { false }
  var companions: Companions { Companions() }
  var displayProfile: DisplayProfile? { tags.profile.flatMap(DisplayProfile.init(profile:)) }
  var remarks: [String] { tags.names + companions.names }
}

/// A photo from whose file another one of its kind is made with another picture: what the picture
/// does not change stays.
///
/// A new kind of photo is a type of this, and its reader's line in `openPhoto`.
protocol EditablePhoto: Photo, PhotoMaker {
  /// How files of the kind are called, in lower case.
  static var endings: Set<String> { get }
}

/// A photo that is decoded here, whole.
protocol DecodedPhoto: EditablePhoto {
  /// As it is stored.
  var picture: Frame { get }

  /// How the photo is to be turned, as Exif writes it: 1…8.
  var orientation: Int { get }

  /// What is wrong with the file, for people; nil where nothing is.
  var warning: String? { get }
}

/// Makes the file of a photo.
protocol PhotoMaker {
  /// What the file will lack, for people: one line each.
  var notes: [String] { get }

  /// What was wrong with the file that was made, for people; nil where nothing was.
  var shortcoming: String? { get }

  /// Has `encoded` leave out what takes long. Any thread.
  func interrupt()

  /// Looks at what is asked of a new file.
  ///
  /// - Throws: `SplashError` of kind usage for options that the kind has no use for.
  func check(_ options: OutputOptions) throws(SplashError)

  /// A file with a picture, and all that is known beside it.
  ///
  /// - Parameter name: of the new file, for errors.
  func encoded(
    as frame: consuming Frame, options: OutputOptions, name: String
  ) throws -> [UInt8]
}

extension PhotoMaker {
  var notes: [String] { [] }
  var shortcoming: String? { nil }
  func interrupt() {}
  func check(_ options: OutputOptions) throws(SplashError) {}
}
