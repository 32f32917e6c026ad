internal import CFFmpeg
internal import SplashCore
internal import SplashFFmpeg

/// A PNG file in memory and its decoded samples.
final class PNGPhoto: Original {
  let name: String
  private let chunks: PNGChunks
  private let picture: Frame

  init(_ name: String, picture: borrowing Frame) throws(SplashError) {
    self.name = name
    self.picture = Frame(sharing: picture)
    chunks = PNGChunks(try PhotoBytes.load(name))
  }

  /// An animation is no photo.
  var isAnimated: Bool { chunks.chunks.contains { $0.type == "acTL" } }

  /// As Exif writes it: 1…8.
  var orientation: Int { exifOrientation(chunks.data(of: "eXIf")) }

  /// A picture as a PNG file with all that this one says of its own.
  func encoded(
    as frame: borrowing Frame, options: OutputOptions, name: String
  ) throws -> [UInt8] {
    let file = try StillEncoder.encode(restored(frame), options: options, name: name)
    return PNGChunks(file).taking(over: chunks).bytes
  }

  /// A result in the photo's own format, where the pixels that have not changed are the photo's, to
  /// the bit: the way to Y'CbCr and back costs a code or two.
  private func restored(_ frame: borrowing Frame) throws -> Frame {
    let format = picture.format
    guard let own = format.samples, own.isRGB, own.planeCount == 1, frame.width == picture.width,
      frame.height == picture.height, let samples = frame.format.samples,
      samples.packing == .planar, samples.log2ChromaWidth == 0, samples.log2ChromaHeight == 0
    else { return Frame(sharing: frame) }
    let (width, height) = (frame.width, frame.height)
    let before = try Scaler().convert(picture, to: frame.format, width: width, height: height)
    let result = try Scaler().convert(frame, to: format, width: width, height: height)
    let copy = PixelCopy(from: own, judgedBy: samples)
    result.withMutablePlanes { target in
      picture.withPlanes { source in
        before.withPlanes { old in
          frame.withPlanes { new in
            for y in 0..<height { copy.row(y, of: source, to: target, where: old, is: new) }
          }
        }
      }
    }
    return result
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
    // PNG's decoder gives alpha last.
    colors = 0..<3 * component.bytes
    alpha = colors.upperBound..<pixel
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
