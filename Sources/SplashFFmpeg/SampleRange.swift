internal import CFFmpeg
internal import SplashCore

extension Frame {
  /// Brings samples down to what their format can hold.
  ///
  /// 9 to 15 bits lie in 16, and damaged or hostile files fill the rest too: a decoder shows what
  /// was in memory before. Whoever takes such a sample for an index leaves its table, and x264 ends
  /// the program. Pictures that need nothing are only read.
  mutating func limitSamples() {
    guard let descriptor = format.descriptor, !format.has(AV_PIX_FMT_FLAG_FLOAT),
      !format.has(AV_PIX_FMT_FLAG_BITSTREAM), (9...15).contains(descriptor.comp.0.depth),
      descriptor.comp.0.shift == 0
    else { return }
    let isBigEndian = format.has(AV_PIX_FMT_FLAG_BE)
    func swapped(_ sample: UInt16) -> UInt16 { isBigEndian ? sample.byteSwapped : sample }
    let largest = UInt16(1) << UInt16(descriptor.comp.0.depth) - 1
    var bits: UInt16 = 0
    forEachRow { row in
      for sample in row { bits |= sample }
    }
    guard swapped(bits) > largest else { return }
    guard av_frame_make_writable(av) >= 0 else { fatalError("out of memory") }
    forEachRow { row in
      for index in row.indices { row[index] = swapped(min(swapped(row[index]), largest)) }
    }
  }

  private func forEachRow(_ body: (UnsafeMutableBufferPointer<UInt16>) -> Void) {
    withUnsafePointer(to: av.pointee.data) {
      $0.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) { planes in
        withUnsafePointer(to: av.pointee.linesize) {
          $0.withMemoryRebound(to: Int32.self, capacity: 8) { strides in
            for plane in 0..<4 {
              guard let start = planes[plane] else { continue }
              let isChroma = (plane == 1 || plane == 2) && !format.isRGB
              let shift = isChroma ? format.log2ChromaHeight : 0
              let bytes = Int(av_image_get_linesize(format.av, av.pointee.width, Int32(plane)))
              for line in 0..<(height + (1 << shift) - 1) >> shift {
                let row = UnsafeMutableRawPointer(start + line * Int(strides[plane]))
                body(
                  UnsafeMutableBufferPointer(
                    start: row.assumingMemoryBound(to: UInt16.self), count: bytes / 2))
              }
            }
          }
        }
      }
    }
  }
}
