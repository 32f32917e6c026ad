internal import CFFmpeg

/// The colors of images in linear light: OpenEXR, Radiance HDR, PFM and PHM.
public enum LinearColors: String, CaseIterable, Codable, Sendable {
  /// Linear light of BT.709's primaries, which sRGB has too; the OpenEXR standard's default.
  case rec709
  /// ACEScg: linear light of the primaries AP1 and the white of ACES (Academy S-2014-004).
  case acescg
  /// No light: values are codes as a display takes them.
  case display

  /// Whether files of a codec hold linear light unless the user denies it.
  static func areStated(by codec: AVCodecID) -> Bool {
    ["exr", "hdr", "pfm", "phm"].contains(String(cString: avcodec_get_name(codec)))
  }
}

extension SampleFormat {
  /// Whether each of at least three channels has a plane of its own with a sample for each pixel.
  package var isPlanar444: Bool {
    packing == .planar && planeCount >= 3 && log2ChromaWidth == 0 && log2ChromaHeight == 0
  }
}

extension PixelFormat {
  /// Whether samples are floats.
  var isFloat: Bool { has(Int32(AV_PIX_FMT_FLAG_FLOAT)) }

  /// Whether frames hold linear light of BT.709's primaries in the form that splash works with:
  /// planar floats, white 1, color multiplied with alpha as in OpenEXR. The decoder converts other
  /// floats to this form or to 16-bit codes.
  package var isLight: Bool { ["gbrpf32le", "gbrapf32le", "grayf32le"].contains(name) }

  /// The format of the same frame as light, or as 16-bit codes; alpha and grey stay.
  func wide(isLight: Bool) -> PixelFormat {
    let shape = isGrey && !hasAlpha ? "gray" : hasAlpha ? "gbrap" : "gbrp"
    return PixelFormat(name: shape + (isLight ? "f32le" : "16le"))!
  }
}

/// Tables of the curve of sRGB between light and 16-bit codes.
private enum Curve {
  static let light: [Float] = (0...65535).map { Float(SRGBCurve.light(Double($0) / 65535)) }

  private static let codes: [Float] = (0...65536).map {
    Float(65535 * SRGBCurve.code(Double($0) / 65535))
  }

  /// The code of some light; light above white becomes white, NaN black.
  static func code(_ light: Float) -> UInt16 {
    guard light > 0 else { return 0 }
    guard light < 1 else { return 65535 }
    let place = light * 65535
    let step = Int(place)
    return UInt16(codes[step] + (codes[step + 1] - codes[step]) * (place - Float(step)) + 0.5)
  }
}

extension Frame {
  /// The frame in floats, from planar halves, which FFmpeg 8 decodes and libswscale would clip; nil
  /// for other formats.
  func fromHalves() -> Frame? {
    guard ["gbrpf16le", "gbrapf16le", "grayf16le"].contains(format.name) else { return nil }
    let result = unwritten(as: format.wide(isLight: true))
    let (colors, alpha) = channels
    for plane in Array(colors) + (alpha.map { [$0] } ?? []) {
      for y in 0..<height {
        let (from, to) = (row(plane, y, of: Float16.self), result.row(plane, y, of: Float.self))
        for x in 0..<width { to[x] = Float(from[x]) }
      }
    }
    return result
  }

  /// The frame's sRGB codes, from linear light: 16 bits, color not multiplied with alpha.
  func displayed() -> Frame {
    let result = unwritten(as: format.wide(isLight: false))
    result.statesSRGB()
    let (colors, alpha) = channels
    for y in 0..<height {
      let coverage = alpha.map { row($0, y, of: Float.self) }
      for plane in colors {
        let (from, to) = (row(plane, y, of: Float.self), result.row(plane, y, of: UInt16.self))
        for x in 0..<width {
          let share = coverage?[x] ?? 1
          to[x] = Curve.code(share > 0 && share < 1 ? from[x] / share : from[x])
        }
      }
      if let coverage, let alpha {
        let to = result.row(alpha, y, of: UInt16.self)
        for x in 0..<width {
          to[x] = coverage[x] > 0 ? UInt16(min(coverage[x], 1) * 65535 + 0.5) : 0
        }
      }
    }
    return result
  }

  /// The frame in floats, from 16-bit codes of full range.
  ///
  /// - Parameter isData: whether values stay as they are, as those of a mask, rather than become
  ///   linear light and be multiplied with alpha.
  func lit(isData: Bool) -> Frame {
    let result = unwritten(as: format.wide(isLight: true))
    result.statesSRGB()
    let (colors, alpha) = channels
    for y in 0..<height {
      let coverage = alpha.map { row($0, y, of: UInt16.self) }
      for plane in colors {
        let (from, to) = (row(plane, y, of: UInt16.self), result.row(plane, y, of: Float.self))
        for x in 0..<width {
          let share = isData ? 1 : coverage.map { Float($0[x]) / 65535 } ?? 1
          to[x] = share * (isData ? Float(from[x]) / 65535 : Curve.light[Int(from[x])])
        }
      }
      if let coverage, let alpha {
        let to = result.row(alpha, y, of: Float.self)
        for x in 0..<width { to[x] = Float(coverage[x]) / 65535 }
      }
    }
    return result
  }

  /// The frame with light in other primaries: from ACEScg to BT.709 or back. Grey stays as it is.
  func recolored(toACEScg: Bool) -> Frame {
    guard format.isRGB else { return Frame(sharing: self) }
    let matrix = toACEScg ? fromBT709 : toBT709
    let result = unwritten(as: format)
    // FFmpeg's planes are green, blue, red.
    let order = [2, 0, 1]
    for y in 0..<height {
      let (red, green, blue) = (
        row(order[0], y, of: Float.self), row(order[1], y, of: Float.self),
        row(order[2], y, of: Float.self)
      )
      for (weights, plane) in zip(matrix, order) {
        let to = result.row(plane, y, of: Float.self)
        for x in 0..<width {
          to[x] = weights.0 * red[x] + weights.1 * green[x] + weights.2 * blue[x]
        }
      }
      if format.hasAlpha {
        result.row(3, y, of: Float.self).update(from: row(3, y, of: Float.self), count: width)
      }
    }
    return result
  }

  /// A result as light as its source has it. Color is copied where the codes of a pixel's color
  /// have not changed, and multiplied with its new alpha; other pixels get the light of their
  /// codes. A result without alpha keeps the source's. For grey and other sizes, returns the result
  /// itself.
  ///
  /// - Parameter source: the frame as decoded, of light.
  package func relit(by source: borrowing Frame) throws -> Frame {
    guard let samples = format.samples, samples.isPlanar444, samples.depth > 8,
      source.format.isRGB, (width, height) == (source.width, source.height)
    else { return Frame(sharing: self) }
    let before = try Scaler().convert(
      source, to: format, width: width, height: height, range: ColorRange(of: self),
      matrix: ColorMatrix(of: self))
    let (hadAlpha, judgesAlpha) = (source.format.hasAlpha, format.hasAlpha)
    let form = PixelFormat(name: hadAlpha || judgesAlpha ? "gbrapf32le" : "gbrpf32le")!
    let result = try Scaler().convert(self, to: form, width: width, height: height)
    for y in 0..<height {
      let old = (0..<(judgesAlpha ? 4 : 3)).map { before.row($0, y, of: UInt16.self) }
      let new = old.indices.map { row($0, y, of: UInt16.self) }
      let from = (0..<(hadAlpha ? 4 : 3)).map { source.row($0, y, of: Float.self) }
      let to = (0..<(hadAlpha || judgesAlpha ? 4 : 3)).map { result.row($0, y, of: Float.self) }
      for x in 0..<width {
        let share = hadAlpha ? from[3][x] : 1
        let isColorKept = (0..<3).allSatisfy { old[$0][x] == new[$0][x] }
        let isAlphaKept = !judgesAlpha || old[3][x] == new[3][x]
        if isAlphaKept, hadAlpha { to[3][x] = share }
        for plane in 0..<3 {
          if isColorKept {
            let factor = isAlphaKept ? 1 : share > 0 ? to[3][x] / share : to[3][x]
            to[plane][x] = from[plane][x] * factor
          } else if !judgesAlpha {
            to[plane][x] *= share
          }
        }
      }
    }
    return result
  }

  /// A frame with this one's properties, whose planes are to be written.
  private func unwritten(as format: PixelFormat) -> Frame {
    var result = BufferPool().picture(width: width, height: height, format: format)
    result.copyProperties(of: self)
    return result
  }

  /// States the colors that light is shown in.
  func statesSRGB() {
    av.pointee.color_trc = AVCOL_TRC_IEC61966_2_1
    av.pointee.color_primaries = AVCOL_PRI_BT709
    if format.isRGB { av.pointee.colorspace = AVCOL_SPC_RGB }
    av.pointee.color_range = AVCOL_RANGE_JPEG
  }

  /// The planes of color, and that of alpha if there is one.
  private var channels: (colors: Range<Int>, alpha: Int?) {
    format.isGrey ? (0..<1, nil) : (0..<3, format.hasAlpha ? 3 : nil)
  }

  /// A row of samples; the caller must not read beyond the width, and may write only if the planes
  /// are its own.
  private func row<Sample>(_ plane: Int, _ y: Int, of: Sample.Type) -> UnsafeMutablePointer<Sample>
  {
    let frame = av.pointee
    let data = [frame.data.0, frame.data.1, frame.data.2, frame.data.3][plane]!
    let stride = [frame.linesize.0, frame.linesize.1, frame.linesize.2, frame.linesize.3][plane]
    return UnsafeMutableRawPointer(data + y * Int(stride)).assumingMemoryBound(to: Sample.self)
  }
}

/// Rows from linear red, green and blue of AP1 to those of BT.709 and back, by SMPTE RP 177, with
/// Bradford's adaptation from the white of ACES to D65.
private let toBT709: [(Float, Float, Float)] = [
  (1.7050509927, -0.6217921207, -0.0832588720), (-0.1302564175, 1.1408047366, -0.0105483191),
  (-0.0240033568, -0.1289689761, 1.1529723329),
]
private let fromBT709: [(Float, Float, Float)] = [
  (0.6130974024, 0.3395231462, 0.0473794514), (0.0701937225, 0.9163538791, 0.0134523985),
  (0.0206155929, 0.1095697729, 0.8698146342),
]
