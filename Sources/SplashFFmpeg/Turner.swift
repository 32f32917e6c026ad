internal import CFFmpeg

/// Turns and mirrors the pixels of frames, for outputs that cannot tell players to do so.
///
/// Every sample is moved unchanged. Chroma that is halved in one direction only is halved in the
/// other after a quarter turn (4:2:2 becomes 4:4:0), or, where FFmpeg has no such format, is
/// converted to 4:4:4 before. Fields of interlaced frames keep their rows, in their new order;
/// after a quarter turn they lie in columns, which no player can separate, and the frame counts as
/// progressive.
package final class Turner {
  private let turn: Turn
  private let scaler = Scaler()
  private let pool = BufferPool()

  /// - Returns: nil where there is nothing to do.
  package init?(_ turn: Turn) {
    guard turn != .upright else { return nil }
    self.turn = turn
  }

  /// The frame as it is displayed.
  package func apply(to frame: borrowing Frame) throws -> Frame {
    let (format, turned) = formats(for: frame.format)
    if format == frame.format { return turn(frame, as: turned) }
    let converted = try scaler.convert(
      frame, to: format, width: frame.width, height: frame.height)
    return turn(converted, as: turned)
  }

  /// The format that can be turned without changing samples, and the format after the turn.
  private func formats(for format: PixelFormat) -> (source: PixelFormat, turned: PixelFormat) {
    let name = format.name
    if format.has(Int32(AV_PIX_FMT_FLAG_BITSTREAM)) {
      let grey = PixelFormat(AV_PIX_FMT_GRAY8)
      return (grey, grey)
    }
    let isPacked = format.av == AV_PIX_FMT_YUYV422 || format.av == AV_PIX_FMT_UYVY422
    let planar = isPacked ? PixelFormat(AV_PIX_FMT_YUV422P) : format
    if !turn.transposes || planar.log2ChromaWidth == planar.log2ChromaHeight {
      return (planar, planar)
    }
    let swapped = [("422", "440"), ("440", "422")].lazy
      .filter { planar.name.contains($0.0) }
      .compactMap { PixelFormat(name: planar.name.replacing($0.0, with: $0.1)) }.first
    if let swapped { return (planar, swapped) }
    let full =
      ["422", "440", "411"].lazy.filter { name.contains($0) }
      .compactMap { PixelFormat(name: name.replacing($0, with: "444")) }.first
      ?? PixelFormat(name: format.depth > 8 ? "yuv444p\(format.depth)le" : "yuv444p")
      ?? PixelFormat(AV_PIX_FMT_YUV444P)
    return (full, full)
  }

  private func turn(_ frame: borrowing Frame, as format: PixelFormat) -> Frame {
    let (width, height) =
      turn.transposes ? (frame.height, frame.width) : (frame.width, frame.height)
    var result = pool.picture(width: width, height: height, format: format)
    result.copyProperties(of: frame)
    setProperties(of: result)
    let source = planes(of: frame.av)
    for (index, target) in planes(of: result.av).enumerated() {
      guard let from = source[index].start, let to = target.start else { continue }
      let isChroma = (index == 1 || index == 2) && !frame.format.isRGB
      let columns = ceiling(frame.width, shift: isChroma ? frame.format.log2ChromaWidth : 0)
      let rows = ceiling(frame.height, shift: isChroma ? frame.format.log2ChromaHeight : 0)
      let plane = Plane(
        source: from, sourceStride: source[index].stride, target: to, targetStride: target.stride,
        columns: columns, rows: rows)
      switch sampleBytes(of: frame.format, plane: index) {
      case 1: move(UInt8.self, plane)
      case 2: move(UInt16.self, plane)
      case 3: move(Bytes3.self, plane)
      case 4: move(UInt32.self, plane)
      case 6: move(Bytes6.self, plane)
      default: move(UInt64.self, plane)
      }
    }
    return result
  }

  /// Turns aspect ratio, field order and chroma position.
  private func setProperties(of frame: borrowing Frame) {
    let av = frame.av
    av_frame_remove_side_data(av, AV_FRAME_DATA_DISPLAYMATRIX)
    if turn.transposes {
      let ratio = av.pointee.sample_aspect_ratio
      if ratio.num > 0 { av.pointee.sample_aspect_ratio = av_inv_q(ratio) }
      ff_frame_set_progressive(av)
    } else if turn.flipsRows, frame.height % 2 == 0 {
      ff_frame_swap_fields(av)
    }
    av.pointee.chroma_location = location(av.pointee.chroma_location)
  }

  /// The chroma position after the turn; centered where it would be on the right, for which there
  /// is no name.
  private func location(_ old: AVChromaLocation) -> AVChromaLocation {
    var (column, row) = (0, 0)
    switch old {
    case AVCHROMA_LOC_LEFT: (column, row) = (-1, 0)
    case AVCHROMA_LOC_TOPLEFT: (column, row) = (-1, -1)
    case AVCHROMA_LOC_TOP: (column, row) = (0, -1)
    case AVCHROMA_LOC_BOTTOMLEFT: (column, row) = (-1, 1)
    case AVCHROMA_LOC_BOTTOM: (column, row) = (0, 1)
    default: return old
    }
    if turn.transposes { swap(&column, &row) }
    if turn.flipsColumns { column = 0 }
    if turn.flipsRows { row = -row }
    switch (column, row) {
    case (-1, 0): return AVCHROMA_LOC_LEFT
    case (-1, -1): return AVCHROMA_LOC_TOPLEFT
    case (0, -1): return AVCHROMA_LOC_TOP
    case (-1, 1): return AVCHROMA_LOC_BOTTOMLEFT
    case (0, 1): return AVCHROMA_LOC_BOTTOM
    default: return AVCHROMA_LOC_CENTER
    }
  }

  // MARK: - Samples

  private struct Plane {
    var source: UnsafeMutablePointer<UInt8>
    var sourceStride: Int
    var target: UnsafeMutablePointer<UInt8>
    var targetStride: Int
    /// Size of the source in samples: pairs where Cb and Cr are interleaved.
    var columns: Int
    var rows: Int
  }

  private typealias Bytes3 = (UInt8, UInt8, UInt8)
  private typealias Bytes6 = (UInt16, UInt16, UInt16)

  private func move<Sample: BitwiseCopyable>(_: Sample.Type, _ plane: Plane) {
    let step = MemoryLayout<Sample>.size
    func source(_ column: Int, _ row: Int) -> Sample {
      UnsafeRawPointer(plane.source + row * plane.sourceStride + column * step)
        .loadUnaligned(as: Sample.self)
    }
    func put(_ sample: Sample, _ column: Int, _ row: Int) {
      UnsafeMutableRawPointer(plane.target + row * plane.targetStride + column * step)
        .storeBytes(of: sample, as: Sample.self)
    }
    guard turn.transposes else {
      for row in 0..<plane.rows {
        let to = turn.flipsRows ? plane.rows - 1 - row : row
        if turn.flipsColumns {
          for column in 0..<plane.columns {
            put(source(column, row), plane.columns - 1 - column, to)
          }
        } else {
          (plane.target + to * plane.targetStride).update(
            from: plane.source + row * plane.sourceStride, count: plane.columns * step)
        }
      }
      return
    }
    // In blocks, so that source and target stay in the cache.
    let block = 32
    for top in stride(from: 0, to: plane.rows, by: block) {
      let bottom = min(top + block, plane.rows)
      for left in stride(from: 0, to: plane.columns, by: block) {
        for column in left..<min(left + block, plane.columns) {
          let to = turn.flipsRows ? plane.columns - 1 - column : column
          for row in top..<bottom {
            put(source(column, row), turn.flipsColumns ? plane.rows - 1 - row : row, to)
          }
        }
      }
    }
  }

  private func planes(
    of frame: UnsafeMutablePointer<AVFrame>
  ) -> [(start: UnsafeMutablePointer<UInt8>?, stride: Int)] {
    let (data, lines) = (frame.pointee.data, frame.pointee.linesize)
    return [
      (data.0, Int(lines.0)), (data.1, Int(lines.1)), (data.2, Int(lines.2)),
      (data.3, Int(lines.3)),
    ]
  }

  private func sampleBytes(of format: PixelFormat, plane: Int) -> Int {
    guard let descriptor = format.descriptor else { return 1 }
    let components = [
      descriptor.comp.0, descriptor.comp.1, descriptor.comp.2, descriptor.comp.3,
    ].prefix(Int(descriptor.nb_components))
    return Int(components.first { Int($0.plane) == plane }?.step ?? 1)
  }

  private func ceiling(_ size: Int, shift: Int) -> Int { (size + (1 << shift) - 1) >> shift }
}
