package import SplashCore

/// A photo whose result has another shape: what it says beside its picture goes into a new file.
package final class ReshapedPhoto: Photo {
  let tags: PhotoTags
  package let isTransparent: Bool

  /// - Parameter original: a photo; of anything else nothing is known.
  package init(of original: any Original) {
    tags = (original as? any Photo)?.tags ?? PhotoTags()
    isTransparent = original.isTransparent
  }

  /// Whether a file of that name would be a JPEG.
  package static func isJPEG(_ name: String) -> Bool { JPEGPhoto.endings.contains(name.ending) }

  package var remarks: [String] { tags.names }
}
