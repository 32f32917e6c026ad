internal import CFFmpeg

extension Frame {
  /// Whether any pixel is not opaque.
  var isTransparent: Bool {
    if format.has(Int32(AV_PIX_FMT_FLAG_PAL)) { return hasTransparentColor }
    guard let samples = format.samples, samples.hasAlpha, let alpha = samples.components.last else {
      return false
    }
    return withPlanes { planes in
      for y in 0..<height {
        let row = planes.row(y, ofPlane: alpha.plane)
        for x in stride(from: alpha.offset, to: row.count, by: alpha.step) {
          var value = Int(row[x])
          if alpha.bytes == 2 {
            let other = Int(row[x + 1])
            value = samples.isBigEndian ? value << 8 | other : other << 8 | value
          }
          if value >> alpha.shift < (1 << alpha.depth) - 1 { return true }
        }
      }
      return false
    } ?? false
  }

  /// Whether a used color of the palette is not opaque.
  private var hasTransparentColor: Bool {
    guard let numbers = av.pointee.data.0, let colors = av.pointee.data.1 else { return false }
    let isSeenThrough = (0..<256).map { number in
      // Words of A, R, G and B.
      colors.withMemoryRebound(to: UInt32.self, capacity: 256) { $0[number] >> 24 < 255 }
    }
    guard isSeenThrough.contains(true) else { return false }
    return (0..<height).contains { y in
      let row = UnsafeBufferPointer(start: numbers + y * Int(av.pointee.linesize.0), count: width)
      return row.contains { isSeenThrough[Int($0)] }
    }
  }
}
