package import CSplashKernels
internal import Glibc

/// A plane of bytes that owns its memory, zero at first. The system provides the pages of a large
/// one only as they are written.
package final class MaskPlane {
  package let plane: SplashPlane
  private let memory: UnsafeMutableRawPointer

  /// - Parameters: size in samples, at least one each.
  package init(width: Int, height: Int) {
    let alignment = Int(splash_plane_alignment)
    let stride = (width + alignment - 1) / alignment * alignment
    guard let memory = calloc(stride * height + alignment, 1) else { fatalError("out of memory") }
    self.memory = memory
    plane = SplashPlane(
      data: memory.alignedUp(toMultipleOf: alignment).assumingMemoryBound(to: UInt8.self),
      stride: stride, width: Int32(width), height: Int32(height))
  }

  /// A stored plane made of rows as displayed.
  ///
  /// - Parameters:
  ///   - width, height: in samples as stored, at least one each.
  ///   - turn: for display.
  ///   - row: returns a row as displayed; if the turn transposes, a row has `height` samples, and
  ///     there are `width` rows.
  package convenience init(
    width: Int, height: Int, turn: Turn, row: (Int) -> UnsafeBufferPointer<UInt8>
  ) {
    self.init(width: width, height: height)
    let (columns, rows) = turn.turned(width, height)
    let inverse = turn.inverse
    func offset(_ x: Int, _ y: Int) -> Int {
      let place = inverse.displayed(column: x, row: y, width: columns, height: rows)
      return place.row * plane.stride + place.column
    }
    for y in 0..<rows {
      let samples = row(y)
      precondition(samples.count == columns)
      let start = offset(0, y)
      let step = columns > 1 ? offset(1, y) - start : 0
      for x in 0..<columns { plane.data[start + x * step] = samples[x] }
    }
  }

  deinit { free(memory) }

  /// All samples in rows, without padding.
  package var samples: [UInt8] {
    (0..<Int(plane.height)).flatMap {
      UnsafeBufferPointer(start: plane.data + $0 * plane.stride, count: Int(plane.width))
    }
  }

  /// Whether more than a share of the samples, 0…1, is selected by more than a half.
  func selectsMore(than share: Double) -> Bool {
    var left = Int(share * Double(plane.width) * Double(plane.height))
    for y in 0..<Int(plane.height) {
      let row = UnsafeBufferPointer(
        start: plane.data + y * plane.stride, count: Int(plane.width))
      left -= row.count { $0 > 127 }
      if left < 0 { return true }
    }
    return false
  }

  func fill(_ value: UInt8) {
    plane.data.update(repeating: value, count: plane.stride * Int(plane.height))
  }

  package func fits(width: Int, height: Int) -> Bool {
    plane.width == width && plane.height == height
  }
}
