package import SplashCore

/// A photo whose result has another shape, or another light: what it says beside its picture goes into a new file.
package final class ReshapedPhoto: Photo {
  let tags: PhotoTags
  package let isTransparent: Bool

  /// - Parameters:
  ///   - original: a photo; of anything else nothing is known.
  ///   - hasProfile: its color profile is that of the result.
  package init(of original: any Original, hasProfile: Bool) {
    var tags = (original as? any Photo)?.tags ?? PhotoTags()
    if !hasProfile { tags.profile = nil }
    self.tags = tags
    isTransparent = original.isTransparent
  }

  /// Whether a file of that name would be a JPEG.
  package static func isJPEG(_ name: String) -> Bool { JPEGPhoto.endings.contains(name.ending) }

  package var remarks: [String] { tags.names }
}
