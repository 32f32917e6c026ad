internal import CFFmpeg

extension Frame {
  /// The result in the R'G'B' format of its source, with the source's own values in unchanged
  /// pixels, since converting to Y'CbCr and back can change them by a code or two. A palette is
  /// replaced by its colors.
  ///
  /// It works in strips, so that it needs little memory beside the result.
  ///
  /// - Parameter picture: the source as decoded.
  package func restored(from picture: borrowing Frame) throws -> Frame {
    if picture.format.isLight { return try relit(by: picture) }
    if !picture.format.isRGB { return try withDepth(of: picture) }
    guard let target = picture.format.packedRGB(withAlpha: format.hasAlpha),
      let own = target.samples,
      width == picture.width, height == picture.height, let samples = format.samples,
      samples.isPlanar444
    else { return Frame(sharing: self) }
    let (packer, forward, back) = (Scaler(), Scaler(), Scaler())
    let copy = PixelCopy(from: own, judgedBy: samples)
    var result = BufferPool().picture(width: width, height: height, format: target)
    result.copyProperties(of: self)
    result.av.pointee.colorspace = AVCOL_SPC_RGB
    result.av.pointee.color_range = AVCOL_RANGE_JPEG
    // libswscale's dither patterns repeat every eight rows.
    for top in stride(from: 0, to: height, by: 64) {
      let strip = top..<min(height, top + 64)
      let old = picture.rows(strip)
      let changed = rows(strip)
      let packed =
        old.format == target
        ? Frame(sharing: old)
        : try packer.convert(old, to: target, width: width, height: strip.count)
      let before = try forward.convert(
        old, to: format, width: width, height: strip.count, range: ColorRange(of: self),
        matrix: ColorMatrix(of: self))
      let after = try back.convert(changed, to: target, width: width, height: strip.count)
      result.withMutablePlanes { target in
        after.withPlanes { after in
          packed.withPlanes { packed in
            before.withPlanes { before in
              changed.withPlanes { changed in
                for y in 0..<strip.count {
                  let row = target.row(top + y, ofPlane: 0)
                  row.baseAddress!.update(
                    from: after.row(y, ofPlane: 0).baseAddress!, count: row.count)
                  copy.row(y, of: packed, to: row, where: before, is: changed)
                }
              }
            }
          }
        }
      }
    }
    return result
  }

  /// Some rows of a frame without vertical subsampling.
  private func rows(_ range: Range<Int>) -> Frame {
    let strip = Frame(sharing: self)
    func skip(_ data: inout UnsafeMutablePointer<UInt8>?, _ stride: Int32) {
      data = data.map { $0 + range.lowerBound * Int(stride) }
    }
    skip(&strip.av.pointee.data.0, av.pointee.linesize.0)
    if !format.has(Int32(AV_PIX_FMT_FLAG_PAL)) {
      skip(&strip.av.pointee.data.1, av.pointee.linesize.1)
      skip(&strip.av.pointee.data.2, av.pointee.linesize.2)
      skip(&strip.av.pointee.data.3, av.pointee.linesize.3)
    }
    strip.av.pointee.height = Int32(range.count)
    return strip
  }
}

extension PixelFormat {
  /// The packed format with the same colors, and with alpha if needed; nil if this is not R'G'B'.
  fileprivate func packedRGB(withAlpha needsAlpha: Bool) -> PixelFormat? {
    let forms = [
      "gbrp": "rgb24", "gbrap": "rgba", "gbrp16le": "rgb48le", "gbrap16le": "rgba64le",
      "gbrp16be": "rgb48be", "gbrap16be": "rgba64be", "pal8": "rgba",
    ]
    let opaque = [
      "rgb24": "rgba", "bgr24": "rgba", "rgb48le": "rgba64le", "rgb48be": "rgba64be",
    ]
    let plain = forms[name] ?? name
    guard let form = PixelFormat(name: needsAlpha ? opaque[plain] ?? plain : plain), form.isRGB,
      let samples = form.samples, samples.planeCount == 1, samples.depth >= 8
    else { return nil }
    return form
  }
}

/// Copies color and alpha of packed R'G'B' to pixels whose Y'CbCr samples have not changed.
private struct PixelCopy {
  /// Bytes per pixel, and those of its colors and of its alpha.
  private let pixel: Int
  private let colors, alpha: Range<Int>
  /// The plane of alpha in Y'CbCr, if any, and the bytes per sample.
  private let alphaPlane: Range<Int>
  private let sample: Int

  init(from own: SampleFormat, judgedBy samples: SampleFormat) {
    let component = own.components[0]
    (pixel, sample) = (component.step, samples.components[0].bytes)
    // Decoders of photos put alpha last; some video formats put it first.
    let leads = own.hasAlpha && own.components.last?.offset == 0
    colors = leads ? component.bytes..<pixel : 0..<3 * component.bytes
    alpha = leads ? 0..<component.bytes : colors.upperBound..<pixel
    alphaPlane = samples.hasAlpha ? 3..<4 : 3..<3
  }

  func row(
    _ y: Int, of source: borrowing PlaneView, to: UnsafeMutableBufferPointer<UInt8>,
    where old: borrowing PlaneView, is new: borrowing PlaneView
  ) {
    let from = source.row(y, ofPlane: 0)
    let planes = 0..<(alphaPlane.isEmpty ? 3 : 4)
    let olds = planes.map { old.row(y, ofPlane: $0) }
    let news = planes.map { new.row(y, ofPlane: $0) }
    for x in 0..<to.count / pixel {
      func copy(_ bytes: Range<Int>, ifSameIn planes: Range<Int>) {
        for plane in planes {
          for index in x * sample..<(x + 1) * sample
          where olds[plane][index] != news[plane][index] { return }
        }
        for index in bytes { to[x * pixel + index] = from[x * pixel + index] }
      }
      copy(colors, ifSameIn: 0..<3)
      copy(alpha, ifSameIn: alphaPlane)
    }
  }
}
