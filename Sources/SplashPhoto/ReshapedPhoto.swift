package import SplashCore

/// A photo whose result has another shape, or another light: what it says beside its picture goes into a new file.
package final class ReshapedPhoto: Photo {
  /// Makes a picture of that shape of one that shows the same as the photo, as the result that comes
  /// with it was made.
  package typealias Shape =
    @Sendable (_ picture: borrowing Frame, _ result: borrowing Frame) throws -> Frame

  let tags: PhotoTags
  let companions: Companions
  let shape: Shape?
  package let isTransparent: Bool

  /// - Parameters:
  ///   - original: a photo; of anything else nothing is known.
  ///   - hasProfile: its color profile is that of the result.
  ///   - shape: nil where other pictures cannot be brought to that shape.
  package init(of original: any Original, hasProfile: Bool, shape: Shape? = nil) {
    let photo = original as? any Photo
    var tags = photo?.tags ?? PhotoTags()
    if !hasProfile { tags.profile = nil }
    self.tags = tags
    self.shape = shape
    companions = photo?.companions ?? Companions()
    isTransparent = original.isTransparent
  }

  /// A photo beside its result, where no gain map fits; nil for one that has none.
  package convenience init?(doubling original: any Original) {
    guard let photo = original as? any Photo, photo.companions.gainMap != nil else { return nil }
    self.init(of: original, hasProfile: true)
  }

  /// Whether a file of that name would be a JPEG.
  package static func isJPEG(_ name: String) -> Bool { JPEGPhoto.endings.contains(name.ending) }

  package var remarks: [String] { tags.names + companions.names }
}
