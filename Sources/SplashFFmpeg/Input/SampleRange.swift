internal import CFFmpeg

extension Frame {
  /// Limits samples to the maximum of their format.
  ///
  /// Samples of 9 to 15 bits are stored in 16, and damaged or hostile files exceed the maximum,
  /// since a decoder may show uninitialized memory. Such a sample would be an index beyond the end
  /// of a table, and ends x264. Frames within the limit are only read.
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
    withMutablePlanes { planes in
      for plane in 0..<planes.view.format.planeCount {
        for y in 0..<planes.view.size(ofPlane: plane).rows {
          let row = UnsafeMutableRawBufferPointer(planes.row(y, ofPlane: plane))
          body(row.assumingMemoryBound(to: UInt16.self))
        }
      }
    }
  }
}
