internal import CFFmpeg
internal import SplashCore
internal import SplashFFmpeg

extension Frame {
  /// A result in the photo's own format, where the pixels that have not changed are the photo's, to
  /// the bit: the way to Y'CbCr and back costs a code or two.
  ///
  /// - Parameter picture: of the photo, as it was decoded.
  func restored(from picture: borrowing Frame) throws -> Frame {
    let picture = try picture.packed(withAlpha: self.format.hasAlpha)
    let format = picture.format
    guard let own = format.samples, own.isRGB, own.planeCount == 1, width == picture.width,
      height == picture.height, let samples = self.format.samples, samples.packing == .planar,
      samples.log2ChromaWidth == 0, samples.log2ChromaHeight == 0
    else { return Frame(sharing: self) }
    let before = try Scaler().convert(picture, to: self.format, width: width, height: height)
    let result = try Scaler().convert(self, to: format, width: width, height: height)
    let copy = PixelCopy(from: own, judgedBy: samples)
    result.withMutablePlanes { target in
      picture.withPlanes { source in
        before.withPlanes { old in
          withPlanes { new in
            for y in 0..<height { copy.row(y, of: source, to: target, where: old, is: new) }
          }
        }
      }
    }
    return result
  }

  /// The same picture with its colors side by side, where R', G' and B' have planes of their own,
  /// and with alpha where it is to have one.
  private func packed(withAlpha needsAlpha: Bool) throws -> Frame {
    let forms = [
      "gbrp": "rgb24", "gbrap": "rgba", "gbrp16le": "rgb48le", "gbrap16le": "rgba64le",
      "gbrp16be": "rgb48be", "gbrap16be": "rgba64be",
    ]
    let opaque = [
      "rgb24": "rgba", "bgr24": "rgba", "rgb48le": "rgba64le", "rgb48be": "rgba64be",
    ]
    let plain = forms[format.name] ?? format.name
    let name = needsAlpha ? opaque[plain] ?? plain : plain
    guard name != format.name, let form = PixelFormat(name: name) else {
      return Frame(sharing: self)
    }
    return try Scaler().convert(self, to: form, width: width, height: height)
  }
}

/// Copies the colors and the alpha of packed R'G'B' where those of Y'CbCr have not changed.
private struct PixelCopy {
  /// Bytes of a pixel, and of them those of its colors and of its alpha.
  private let pixel: Int
  private let colors, alpha: Range<Int>
  /// The plane of alpha in Y'CbCr, where it has one, and bytes of a sample.
  private let alphaPlane: Range<Int>
  private let sample: Int

  init(from own: SampleFormat, judgedBy samples: SampleFormat) {
    let component = own.components[0]
    (pixel, sample) = (component.step, samples.components[0].bytes)
    // Alpha comes last in what PNG's and TIFF's decoders give, and first in WebP's.
    let leads = own.hasAlpha && own.components.last?.offset == 0
    colors = leads ? component.bytes..<pixel : 0..<3 * component.bytes
    alpha = leads ? 0..<component.bytes : colors.upperBound..<pixel
    alphaPlane = samples.hasAlpha ? 3..<4 : 3..<3
  }

  func row(
    _ y: Int, of source: borrowing PlaneView, to target: borrowing MutablePlaneView,
    where old: borrowing PlaneView, is new: borrowing PlaneView
  ) {
    let (to, from) = (target.row(y, ofPlane: 0), source.row(y, ofPlane: 0))
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
