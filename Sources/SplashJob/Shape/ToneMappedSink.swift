internal import CFFmpeg

/// Converts HDR frames to SDR of BT.709 for another sink. Grey frames, which are masks, pass
/// unchanged.
final class ToneMappedSink: SinkAround {
  private let map: ToneMap
  private let format: PixelFormat
  private let toRGB = Scaler(isBest: true)
  private let fromRGB = Scaler(isBest: true)
  private let pool = BufferPool()

  /// - Parameters:
  ///   - picture: of the input, with its tags.
  ///   - format: of the converted frames.
  init(_ sink: any FrameSink, _ picture: PictureDescription, to format: PixelFormat) {
    let transfer: ColorTransfer = picture.transfer == AVCOL_TRC_ARIB_STD_B67 ? .hlg : .pq
    let isP3 = [AVCOL_PRI_SMPTE431, AVCOL_PRI_SMPTE432].contains(picture.primaries)
    let primaries: ColorPrimaries =
      isP3 ? .displayP3 : picture.primaries == AVCOL_PRI_BT709 ? .bt709 : .bt2020
    map = ToneMap(transfer, primaries, peak: transfer == .hlg ? 1000 : picture.peak)
    self.format = format
    super.init(sink)
  }

  override func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    guard !frame.format.isGrey else {
      let mask = Frame(sharing: frame)
      mask.bringToSDR()
      return try sink.write(mask, clock)
    }
    let result = try clock.measure(.convert) { [frame = frame] in try toned(frame) }
    try sink.write(result, clock)
  }

  private func toned(_ frame: borrowing Frame) throws -> Frame {
    let deep = PixelFormat(frame.format.hasAlpha ? AV_PIX_FMT_GBRAP16LE : AV_PIX_FMT_GBRP16LE)
    let (width, height) = (frame.width, frame.height)
    let source = try toRGB.convert(frame, to: deep, width: width, height: height)
    var target = pool.picture(width: width, height: height, format: deep)
    target.copyProperties(of: source)
    target.bringToSDR()
    let (from, to) = (source.av.pointee, target.av.pointee)
    for y in 0..<height {
      func row(
        _ data: UnsafeMutablePointer<UInt8>?, _ stride: Int32
      ) -> UnsafeMutablePointer<UInt16> {
        UnsafeMutableRawPointer(data! + y * Int(stride)).assumingMemoryBound(to: UInt16.self)
      }
      map.apply(
        (
          UnsafePointer(row(from.data.0, from.linesize.0)),
          UnsafePointer(row(from.data.1, from.linesize.1)),
          UnsafePointer(row(from.data.2, from.linesize.2))
        ),
        (
          row(to.data.0, to.linesize.0), row(to.data.1, to.linesize.1),
          row(to.data.2, to.linesize.2)
        ), count: width)
      if frame.format.hasAlpha {
        row(to.data.3, to.linesize.3).update(
          from: row(from.data.3, from.linesize.3), count: width)
      }
    }
    let result = try fromRGB.convert(
      target, to: format, width: width, height: height, range: .limited, matrix: .bt709)
    result.bringToSDR()
    return result
  }
}

extension PictureDescription {
  /// Peak in cd/m² of the mastering display (SMPTE ST 2086), else the clip's brightest light
  /// (CTA-861.3); 1000 where both are missing or impossible.
  var peak: Double {
    func read<Facts, Number>(_ type: AVPacketSideDataType, _ fact: (Facts) -> Number) -> Number? {
      let bytes = sideData.first { $0.type == type }?.bytes ?? []
      guard bytes.count >= MemoryLayout<Facts>.size else { return nil }
      return bytes.withUnsafeBytes { fact($0.loadUnaligned(as: Facts.self)) }
    }
    let display = read(AV_PKT_DATA_MASTERING_DISPLAY_METADATA) {
      (facts: AVMasteringDisplayMetadata) in
      facts.has_luminance != 0 ? av_q2d(facts.max_luminance) : 0
    }
    let content = read(AV_PKT_DATA_CONTENT_LIGHT_LEVEL) { (facts: AVContentLightMetadata) in
      Double(facts.MaxCLL)
    }
    return [display, content].compactMap(\.self).first { (100...10_000).contains($0) } ?? 1000
  }

  /// Changes the description to SDR of BT.709 in a format.
  mutating func bringToSDR(_ format: PixelFormat) {
    self.format = format
    (matrix, transfer, primaries) = (AVCOL_SPC_BT709, AVCOL_TRC_BT709, AVCOL_PRI_BT709)
    (range, chromaLocation) = (AVCOL_RANGE_MPEG, AVCHROMA_LOC_LEFT)
    let types = [AV_PKT_DATA_MASTERING_DISPLAY_METADATA, AV_PKT_DATA_CONTENT_LIGHT_LEVEL]
    sideData.removeAll { types.contains($0.type) }
    dynamicHDR = []
  }

  /// The 8-bit format with the same chroma subsampling, and with alpha where this has it.
  var eightBits: PixelFormat {
    let native = format.nearestNative ?? format
    let chroma = native.log2ChromaHeight == 1 ? "420" : native.log2ChromaWidth == 1 ? "422" : "444"
    return PixelFormat(name: (native.hasAlpha ? "yuva" : "yuv") + chroma + "p")!
  }
}

extension Frame {
  /// Tags the frame as SDR of BT.709.
  fileprivate func bringToSDR() {
    (av.pointee.color_trc, av.pointee.color_primaries) = (AVCOL_TRC_BT709, AVCOL_PRI_BT709)
    if !format.isRGB { av.pointee.colorspace = AVCOL_SPC_BT709 }
    av.pointee.chroma_location = AVCHROMA_LOC_LEFT
    for type in [
      AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL,
      AV_FRAME_DATA_DYNAMIC_HDR_PLUS, AV_FRAME_DATA_DYNAMIC_HDR_VIVID,
      AV_FRAME_DATA_DOVI_METADATA, AV_FRAME_DATA_DOVI_RPU_BUFFER,
    ] { av_frame_remove_side_data(av, type) }
  }
}
