internal import CFFmpeg

/// Converts a frame's pixel format or size by libswscale, without loss of bit depth where the
/// target has it.
package final class Scaler {
  private var context: ff_scaler?
  private var key: Key?
  private let pool = BufferPool()
  private let isBest: Bool
  private let field: Field?
  private let isData: Bool

  /// One of the two fields of an interlaced frame.
  package enum Field { case upper, lower }

  private struct Key: Equatable {
    var source: PixelFormat
    var sourceWidth: Int
    var sourceHeight: Int
    var sourceMatrix: Int32
    var sourceRange: Int32
    var target: PixelFormat
    var targetMatrix: Int32
    var targetRange: Int32
    var width: Int
    var height: Int
    var location: AVChromaLocation
  }

  /// - Parameters:
  ///   - isBest: scales by a Lanczos kernel with correct chroma positions; otherwise by a bicubic
  ///     one, as if chroma were centered.
  ///   - field: the field that frames are, since chroma lies differently in the two; nil for whole
  ///     frames.
  ///   - isData: floats hold values as they are, as those of a mask, and no light.
  package init(isBest: Bool = false, field: Field? = nil, isData: Bool = false) {
    (self.isBest, self.field, self.isData) = (isBest, field, isData)
  }

  deinit { sws_freeContext(context) }

  /// A frame like `frame` with another format and size.
  ///
  /// Y'CbCr keeps its matrix and range. R'G'B' becomes limited Y'CbCr with the matrix that is
  /// assumed for untagged frames of that size. Light becomes sRGB codes, and codes light.
  ///
  /// - Parameter range, matrix: those of the result, where they differ.
  package func convert(
    _ frame: borrowing Frame, to format: PixelFormat, width: Int, height: Int,
    range: ColorRange? = nil, matrix targetMatrix: ColorMatrix? = nil
  ) throws -> Frame {
    if frame.format.isLight, !format.isFloat, !isData {
      let shown = frame.displayed()
      if shown.format == format, shown.width == width, shown.height == height { return shown }
      return try convert(
        shown, to: format, width: width, height: height, range: range, matrix: targetMatrix)
    }
    if format.isLight, !frame.format.isFloat {
      let codes = format.wide(isLight: false)
      let isReady = frame.format == codes && (frame.width, frame.height) == (width, height)
      let wide =
        isReady
        ? Frame(sharing: frame)
        : try convert(frame, to: codes, width: width, height: height, range: .full)
      return wide.lit(isData: isData)
    }
    let sourceRange = frame.format.isRGB ? ColorRange.full : ColorRange(of: frame)
    let range = range ?? (format.isRGB ? .full : frame.format.isRGB ? .limited : sourceRange)
    let matrix =
      frame.format.isRGB ? (frame.height >= 720 ? .bt709 : .bt601) : ColorMatrix(of: frame)
    let key = Key(
      source: frame.format, sourceWidth: frame.width, sourceHeight: frame.height,
      sourceMatrix: Int32(bitPattern: matrix.colorSpace.rawValue),
      sourceRange: sourceRange == .full ? 1 : 0, target: format,
      targetMatrix: Int32(bitPattern: (targetMatrix ?? matrix).colorSpace.rawValue),
      targetRange: range == .full ? 1 : 0, width: width, height: height,
      location: isBest ? frame.av.pointee.chroma_location : AVCHROMA_LOC_UNSPECIFIED)
    if key != self.key {
      self.key = nil
      try prepare(key)
      self.key = key
    }
    var result = pool.picture(width: width, height: height, format: format)
    result.copyProperties(of: frame)
    let (source, target) = (frame.av, result.av)
    let what =
      "cannot convert \(frame.width)x\(frame.height) \(frame.format.name) to "
      + "\(width)x\(height) \(format.name)"
    try check(sws_scale_frame(context, target, source), .failure, what)
    carryAlpha(from: (source.pointee, frame.format), to: (target.pointee, format))
    result.av.pointee.color_range = range.colorRange
    if let targetMatrix {
      result.av.pointee.colorspace = targetMatrix.colorSpace
    } else if frame.format.isRGB != format.isRGB {
      result.av.pointee.colorspace = format.isRGB ? AVCOL_SPC_RGB : matrix.colorSpace
    }
    return result
  }

  /// Copies 8-bit alpha, since libswscale rounds it even where it is only passed on.
  private func carryAlpha(
    from source: (AVFrame, PixelFormat), to target: (AVFrame, PixelFormat)
  ) {
    guard source.0.width == target.0.width, source.0.height == target.0.height,
      let from = alpha(of: source), let to = alpha(of: target)
    else { return }
    for y in 0..<Int(target.0.height) {
      let (row, result) = (from.data + y * from.stride, to.data + y * to.stride)
      for x in 0..<Int(target.0.width) { result[x * to.step] = row[x * from.step] }
    }
  }

  /// The 8-bit alpha samples; nil where there are none.
  private func alpha(
    of frame: (AVFrame, PixelFormat)
  ) -> (data: UnsafeMutablePointer<UInt8>, stride: Int, step: Int)? {
    let (frame, format) = frame
    guard format.hasAlpha, let kind = format.descriptor,
      kind.flags & UInt64(AV_PIX_FMT_FLAG_PAL) == 0
    else { return nil }
    let components = [kind.comp.0, kind.comp.1, kind.comp.2, kind.comp.3]
    let last = components[Int(kind.nb_components) - 1]
    let planes = [frame.data.0, frame.data.1, frame.data.2, frame.data.3]
    let strides = [frame.linesize.0, frame.linesize.1, frame.linesize.2, frame.linesize.3]
    guard last.depth == 8, let data = planes[Int(last.plane)] else { return nil }
    return (data + Int(last.offset), Int(strides[Int(last.plane)]), Int(last.step))
  }

  /// Positions of chroma in source and target, in 256ths of a luma sample from the first one.
  private func chromaPlaces(_ key: Key) -> [(String, Int64)] {
    let isLeft = [
      AVCHROMA_LOC_UNSPECIFIED, AVCHROMA_LOC_LEFT, AVCHROMA_LOC_TOPLEFT, AVCHROMA_LOC_BOTTOMLEFT,
    ].contains(key.location)
    let isTop = [AVCHROMA_LOC_TOPLEFT, AVCHROMA_LOC_TOP].contains(key.location)
    let isBottom = [AVCHROMA_LOC_BOTTOMLEFT, AVCHROMA_LOC_BOTTOM].contains(key.location)
    // Chroma of 4:2:0 in fields: H.264, figure 6-2.
    let down: Int64 =
      switch field {
      case nil: isTop ? 0 : isBottom ? 256 : 128
      case .upper: 64
      case .lower: 192
      }
    return [("src", key.source), ("dst", key.target)].flatMap { side, format in
      [
        ("\(side)_h_chr_pos", format.log2ChromaWidth == 1 ? (isLeft ? 0 : 128) : -513),
        ("\(side)_v_chr_pos", format.log2ChromaHeight == 1 ? down : -513),
      ]
    }
  }

  private func prepare(_ key: Key) throws {
    sws_freeContext(context)
    context = sws_alloc_context()
    guard context != nil else { fatalError("out of memory") }
    // libswscale chooses its code at initialization, and ignores ranges set later where the formats
    // are equal.
    let options: [(String, Int64)] =
      [
        ("srcw", Int64(key.sourceWidth)), ("srch", Int64(key.sourceHeight)),
        ("src_format", Int64(key.source.av.rawValue)), ("src_range", Int64(key.sourceRange)),
        ("dstw", Int64(key.width)), ("dsth", Int64(key.height)),
        ("dst_format", Int64(key.target.av.rawValue)), ("dst_range", Int64(key.targetRange)),
        ("sws_flags", isBest ? ff_best_scaler_flags : ff_scaler_flags),
      ] + (isBest ? chromaPlaces(key) : [])
    for (name, value) in options {
      av_opt_set_int(UnsafeMutableRawPointer(context), name, value, 0)
    }
    guard sws_init_context(context, nil, nil) >= 0 else {
      throw SplashError(
        .failure, "cannot convert \(key.source.name) to \(key.target.name)",
        cause: "libswscale does not know how")
    }
    sws_setColorspaceDetails(
      context, sws_getCoefficients(key.sourceMatrix), key.sourceRange,
      sws_getCoefficients(key.targetMatrix), key.targetRange, 0, 1 << 16,
      1 << 16)
  }
}
