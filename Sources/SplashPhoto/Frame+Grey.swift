internal import CFFmpeg

extension Frame {
  /// Converts luma from limited range (H.273, equation 20 and following) to full range, as readers
  /// of grey photos expect, and sets chroma, if any, to neutral.
  func bringGreyToFullRange() {
    let isLimited = ColorRange(of: self) == .limited
    let (depth, samples) = (format.depth, format.samples!)
    let (most, step) = ((1 << depth) - 1, 1 << (depth - 8))
    let codes: [Int] = (0...most).map { code in
      guard isLimited else { return code }
      let doubled = 2 * most * (code - 16 * step) / (219 * step)
      return min(most, max(0, (doubled + 1) / 2))
    }
    withMutablePlanes { planes in
      for plane in 0..<min(3, samples.planeCount) {
        for y in 0..<height {
          let row = planes.row(y, ofPlane: plane)
          func change(_ x: Int, _ bytes: Int) {
            let old = bytes == 2 ? Int(row[x + 1]) << 8 | Int(row[x]) : Int(row[x])
            let new = plane == 0 ? codes[min(old, most)] : 128 * step
            row[x] = UInt8(new & 0xff)
            if bytes == 2 { row[x + 1] = UInt8(new >> 8) }
          }
          let bytes = depth > 8 ? 2 : 1
          for x in stride(from: 0, to: width * bytes, by: bytes) { change(x, bytes) }
        }
      }
    }
    av.pointee.color_range = AVCOL_RANGE_JPEG
    if !samples.hasColor { av.pointee.colorspace = AVCOL_SPC_UNSPECIFIED }
  }
}
