/// A photo whose result has another shape or dynamic range: its metadata go into a new file.
package final class ReshapedPhoto: Photo {
  /// Reshapes an image that shows the same as the photo, such as a gain map, in the way the result
  /// was reshaped.
  package typealias Shape =
    @Sendable (_ picture: borrowing Frame, _ result: borrowing Frame) throws -> Frame

  let tags: PhotoTags
  let companions: Companions
  let shape: Shape?
  package let isTransparent: Bool

  /// - Parameters:
  ///   - original: a photo; other originals have no tags.
  ///   - hasProfile: whether the result keeps its color profile.
  ///   - shape: nil if other images cannot be reshaped this way.
  package init(of original: any Original, hasProfile: Bool, shape: Shape? = nil) {
    let photo = original as? any Photo
    var tags = photo?.tags ?? PhotoTags()
    if !hasProfile { tags.profile = nil }
    self.tags = tags
    self.shape = shape
    companions = photo?.companions ?? Companions()
    isTransparent = original.isTransparent
  }

  /// A photo written beside its result, for which a gain map would not fit; nil if it has no gain
  /// map.
  package convenience init?(doubling original: any Original) {
    guard let photo = original as? any Photo, photo.companions.gainMap != nil else { return nil }
    self.init(of: original, hasProfile: true)
  }

  /// Whether the ending of a file name is JPEG's.
  package static func isJPEG(_ name: String) -> Bool { JPEGPhoto.endings.contains(name.ending) }

  package var remarks: [String] { tags.names + companions.names }
}
