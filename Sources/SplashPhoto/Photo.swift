/// A photo of which more than the image is kept.
protocol Photo: Original {
  var tags: PhotoTags { get }

  /// Data after the image, which cannot be kept in another format or shape.
  var companions: Companions { get }

  /// The reduced color profile; nil if the colors are sRGB.
  var displayProfile: DisplayProfile? { get }
}

extension Photo {
  var isTransparent: Bool { false }
  var companions: Companions { Companions() }
  var displayProfile: DisplayProfile? { tags.profile.flatMap(DisplayProfile.init(profile:)) }
  var remarks: [String] { tags.names + companions.names }
}

/// A photo that can be written again with another image, keeping all that the image does not
/// change.
///
/// A new format needs a type that conforms to this, and an entry in `openPhoto`.
protocol EditablePhoto: Photo, PhotoMaker {
  /// Endings of file names, in lower case.
  static var endings: Set<String> { get }
}

/// A photo that this module decodes completely.
protocol DecodedPhoto: EditablePhoto {
  /// The image as stored.
  var picture: Frame { get }

  /// How the photo is turned, as Exif's orientation: 1…8.
  var orientation: Int { get }

  /// A problem of the file, for people; nil if there is none.
  var warning: String? { get }
}

/// Encodes the file of a photo.
protocol PhotoMaker {
  /// Messages for people about what the written file lacks, one line each.
  var notes: [String] { get }

  /// A defect of the written file, for people; nil if there is none.
  var shortcoming: String? { get }

  /// Makes `encoded` skip slow steps. Any thread.
  func interrupt()

  /// Checks the options for a new file.
  ///
  /// - Throws: `SplashError` of kind usage for options that the format does not support.
  func check(_ options: OutputOptions) throws(SplashError)

  /// A file with a new image and all kept metadata.
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
