internal import CSplashKernels

/// One component of a frame, with its source and its result.
struct PictureChannel {
  var channel: SplashChannel
  let isChroma: Bool

  /// The component's rows for rows of chroma.
  func lines(of rows: Range<Int32>, _ picture: SplashPicture) -> Range<Int32> {
    let log2 = isChroma ? 0 : Int32(picture.format.log2_height)
    return (rows.lowerBound << log2)..<min(rows.upperBound << log2, channel.height)
  }
}

extension SplashPicture {
  /// The weights of samples for the look of a side; nil if there is no mask.
  func weighing(_ side: LookSide, isChroma: Bool) -> SplashWeighing? {
    mask.map {
      SplashWeighing(
        mask: $0, stride: mask_stride, log2_width: isChroma ? 0 : format.log2_width,
        log2_height: isChroma ? 0 : format.log2_height, flip: side == .rest ? 255 : 0)
    }
  }

  /// All components with source and result; luma only if it is written.
  var channels: [PictureChannel] {
    let bytes = format.depth > 8 ? 2 : 1
    let isPaired = format.layout == .semiplanar
    let columns = (width + (1 << Int32(format.log2_width)) - 1) >> Int32(format.log2_width)
    func channel(
      _ from: UnsafePointer<UInt8>?, _ fromStride: Int, _ to: UnsafeMutablePointer<UInt8>?,
      _ toStride: Int, isChroma: Bool
    ) -> PictureChannel? {
      guard let from, let to else { return nil }
      return PictureChannel(
        channel: SplashChannel(
          from: from, from_stride: fromStride, to: to, to_stride: toStride,
          width: isChroma ? columns : width, height: isChroma ? chromaRows : height,
          depth: format.depth, shift: format.shift, step: isChroma && isPaired ? 2 : 1),
        isChroma: isChroma)
    }
    let second = isPaired ? cb.map { $0 + bytes } : cr
    let outSecond = isPaired ? out_cb.map { $0 + bytes } : out_cr
    return [
      channel(luma, luma_stride, out_luma, out_luma_stride, isChroma: false),
      channel(cb, cb_stride, out_cb, out_cb_stride, isChroma: true),
      channel(
        second, isPaired ? cb_stride : cr_stride, outSecond,
        isPaired ? out_cb_stride : out_cr_stride, isChroma: true),
    ].compactMap(\.self)
  }
}
