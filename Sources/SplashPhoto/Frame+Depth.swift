internal import CFFmpeg

extension Frame {
  /// Converts a Y'CbCr result to 16 bits if its source is grey or Y'CbCr with more than 14 bits.
  /// Samples that have not changed are copied from the source. For other sources, and if the size
  /// differs, returns the result itself.
  ///
  /// - Parameter picture: the source as decoded.
  func withDepth(of picture: borrowing Frame) throws -> Frame {
    let target = format.withDepth(of: picture.format)
    guard target != format, width == picture.width, height == picture.height else {
      return Frame(sharing: self)
    }
    let (width, height) = (width, height)
    func convert(_ frame: borrowing Frame, _ format: PixelFormat) throws -> Frame {
      try Scaler().convert(frame, to: format, width: width, height: height)
    }
    let before = try convert(picture, format)
    let original = try convert(picture, target)
    let result = try convert(self, target)
    // A result without alpha leaves the source's alpha unchanged.
    let judged = format.samples!.planeCount
    for plane in 0..<target.samples!.planeCount {
      let size = target.samples!.size(ofPlane: plane, width: width, height: height)
      result.withMutablePlanes { result in
        original.withPlanes { original in
          before.withPlanes { before in
            withPlanes { changed in
              for y in 0..<size.rows {
                let (to, from) = (result.row(y, ofPlane: plane), original.row(y, ofPlane: plane))
                guard plane < judged else {
                  to.baseAddress!.update(from: from.baseAddress!, count: size.bytes)
                  continue
                }
                let (old, new) = (before.row(y, ofPlane: plane), changed.row(y, ofPlane: plane))
                for x in stride(from: 0, to: size.bytes, by: 2)
                where old[x] == new[x] && old[x + 1] == new[x + 1] {
                  (to[x], to[x + 1]) = (from[x], from[x + 1])
                }
              }
            }
          }
        }
      }
    }
    return result
  }
}
