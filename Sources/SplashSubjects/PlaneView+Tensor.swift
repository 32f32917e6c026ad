extension PlaneView {
  /// R', G' and B' of a part of the displayed frame in another size, 0…1: three planes, first R',
  /// then G', then B', each in rows. High dynamic range is read as a BT.709 display shows it.
  ///
  /// - Parameters:
  ///   - part: inside of the frame.
  ///   - width, height: as displayed.
  ///   - turn: for display.
  package func colors(
    in part: Spot = .whole, width: Int, height: Int, turn: Turn
  ) -> [Float] {
    let part = part.stored(turn)
    let size = turn.inverse.turned(width, height)
    let (luma, cb, cr) = (
      component(0, in: part, size.width, size.height),
      component(1, in: part, size.width, size.height),
      component(2, in: part, size.width, size.height)
    )
    let isFullRange = coding.range == .full
    let (largest, unit) = (Double(1 << format.depth - 1), Double(1 << (format.depth - 8)))
    let (black, white) = isFullRange ? (0, largest) : (16 * unit, 219 * unit)
    let (neutral, chromaScale) = (128 * unit, isFullRange ? largest : 224 * unit)
    let (kr, kb) = (coding.matrix.kr, coding.matrix.kb)
    let count = width * height
    var result = [Float](repeating: 0, count: 3 * count)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let index = row * size.width + column
        let y = (Double(luma[index]) - black) / white
        let red = y + 2 * (1 - kr) * (Double(cr[index]) - neutral) / chromaScale
        let blue = y + 2 * (1 - kb) * (Double(cb[index]) - neutral) / chromaScale
        let green = (y - kr * red - kb * blue) / (1 - kr - kb)
        func bounded(_ value: Double) -> Double { min(max(value, 0), 1) }
        let stored = RGB(red: bounded(red), green: bounded(green), blue: bounded(blue))
        let shown = coding.isWide ? coding.displayed(stored) : stored
        let place = turn.displayed(
          column: column, row: row, width: size.width, height: size.height)
        let target = place.row * width + place.column
        result[target] = Float(min(shown.red, 1))
        result[count + target] = Float(min(shown.green, 1))
        result[2 * count + target] = Float(min(shown.blue, 1))
      }
    }
    return result
  }

  /// The codes of a component resampled to another size, as stored.
  private func component(
    _ index: Int, in part: Spot, _ width: Int, _ height: Int
  ) -> [Float] {
    let component = format.components[index]
    let start = start(ofPlane: component.plane) + component.offset
    let stride = planes[component.plane].stride
    if component.bytes == 1 {
      return resampled(index, in: part, width, height, step: component.step, component.shift) {
        UnsafePointer(start + $0 * stride)
      }
    }
    return resampled(index, in: part, width, height, step: component.step / 2, component.shift) {
      UnsafeRawPointer(start + $0 * stride).assumingMemoryBound(to: UInt16.self)
    }
  }

  private func resampled<Sample: FixedWidthInteger>(
    _ index: Int, in part: Spot, _ width: Int, _ height: Int, step: Int, _ shift: Int,
    _ row: (Int) -> UnsafePointer<Sample>
  ) -> [Float] {
    let size = size(ofComponent: index)
    let columns = Resampling(
      from: size.width, start: part.x, length: part.width, to: width)
    let rows = Resampling(
      from: size.height, start: part.y, length: part.height, to: height)
    // The source columns that have a weight.
    let used = columns.taps[0].first..<columns.taps.map { $0.first + $0.weights.count }.max()!
    var line = [Float](repeating: 0, count: size.width)
    var result = [Float](repeating: 0, count: width * height)
    result.withUnsafeMutableBufferPointer { result in
      line.withUnsafeMutableBufferPointer { line in
        for (y, tap) in rows.taps.enumerated() {
          for column in used { line[column] = 0 }
          // Four rows at a time, since each time the sums are loaded and stored: the last ones again,
          // without weight, where there are fewer.
          for offset in stride(from: 0, to: tap.weights.count, by: 4) {
            func source(_ more: Int) -> (samples: UnsafePointer<Sample>, weight: Float) {
              let place = min(offset + more, tap.weights.count - 1)
              return (row(tap.first + place), place == offset + more ? tap.weights[place] : 0)
            }
            let (one, two, three, four) = (source(0), source(1), source(2), source(3))
            func add(_ code: (UnsafePointer<Sample>, Int) -> Float) {
              for column in used {
                line[column] =
                  line[column] + one.weight * code(one.samples, column)
                  + two.weight * code(two.samples, column)
                  + three.weight * code(three.samples, column)
                  + four.weight * code(four.samples, column)
              }
            }
            if step == 1, shift == 0 {
              add { Float($0[$1]) }
            } else {
              add { Float($0[$1 &* step] &>> Sample(truncatingIfNeeded: shift)) }
            }
          }
          for (x, tap) in columns.taps.enumerated() {
            tap.weights.withUnsafeBufferPointer { weights in
              let used = line.baseAddress! + tap.first
              var sum: Float = 0
              for offset in weights.indices { sum += weights[offset] * used[offset] }
              result[y * width + x] = sum
            }
          }
        }
      }
    }
    return result
  }
}

extension Spot {
  /// The whole frame.
  package static var whole: Spot { Spot(x: 0, y: 0, width: 1, height: 1) }
}
