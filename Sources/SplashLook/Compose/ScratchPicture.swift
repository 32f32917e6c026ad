internal import CSplashKernels

/// Temporary planes like those of a result.
final class ScratchPicture {
  private let memory: UnsafeMutableRawBufferPointer
  private let sizes: [Int]

  /// - Parameter picture: the planes are like those of its result.
  init(like picture: SplashPicture) {
    sizes = picture.resultSizes
    memory = .allocate(byteCount: sizes.reduce(0, +) + 64, alignment: 64)
  }

  deinit { memory.deallocate() }

  func fits(_ picture: SplashPicture) -> Bool { picture.resultSizes == sizes }

  /// The same source with these planes as result.
  func target(of source: SplashPicture) -> SplashPicture {
    var picture = source
    let start = memory.baseAddress!.assumingMemoryBound(to: UInt8.self)
    (picture.out_luma, picture.out_luma_stride) = (start, abs(source.out_luma_stride))
    (picture.out_cb, picture.out_cb_stride) = (start + sizes[0], abs(source.out_cb_stride))
    (picture.out_cr, picture.out_cr_stride) = (
      start + sizes[0] + sizes[1], abs(source.out_cr_stride)
    )
    return picture
  }
}

extension SplashPicture {
  var chromaRows: Int32 {
    (height + (1 << Int32(format.log2_height)) - 1) >> Int32(format.log2_height)
  }

  /// Bytes of each plane of the result.
  fileprivate var resultSizes: [Int] {
    [
      Int(height) * abs(out_luma_stride), Int(chromaRows) * abs(out_cb_stride),
      Int(chromaRows) * abs(out_cr_stride),
    ]
  }

  /// The result as source of the next pass.
  var again: SplashPicture {
    var picture = self
    (picture.luma, picture.luma_stride) = (UnsafePointer(out_luma), out_luma_stride)
    (picture.cb, picture.cb_stride) = (UnsafePointer(out_cb), out_cb_stride)
    (picture.cr, picture.cr_stride) = (UnsafePointer(out_cr), out_cr_stride)
    if unpack { picture.format.layout = .planar }
    picture.unpack = false
    return picture
  }

  /// The result as source that is drawn into another frame's result, with that frame's mask.
  func over(_ other: SplashPicture) -> SplashPicture {
    var picture = again
    (picture.out_luma, picture.out_luma_stride) = (other.out_luma, other.out_luma_stride)
    (picture.out_cb, picture.out_cb_stride) = (other.out_cb, other.out_cb_stride)
    (picture.out_cr, picture.out_cr_stride) = (other.out_cr, other.out_cr_stride)
    (picture.mask, picture.mask_stride) = (other.mask, other.mask_stride)
    return picture
  }
}
