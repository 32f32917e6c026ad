/// The samples of a frame for tracking things: colors, and luma at several resolutions.
struct ThingPicture {
  let width, height: Int
  let luma: LumaPyramid
  /// The color of each sample, as a bin of a histogram.
  private let bins: [UInt16]

  /// Bins of luma, and of each of two color differences.
  private static let steps = (luma: 6, color: 24)
  private static let count = steps.luma * steps.color * steps.color

  /// - Parameter colors: R', G' and B' of 0…1 in three planes.
  init(width: Int, height: Int, colors: [Float]) {
    (self.width, self.height) = (width, height)
    let size = width * height
    var (luma, bins) = ([Float](), [UInt16]())
    luma.reserveCapacity(size)
    bins.reserveCapacity(size)
    let (lumas, differences) = (Float(Self.steps.luma), Float(Self.steps.color))
    func step(_ share: Float, _ count: Float) -> Int { Int(min(max(share * count, 0), count - 1)) }
    for index in 0..<size {
      let (red, green, blue) = (colors[index], colors[size + index], colors[2 * size + index])
      // BT.601, as for standard-definition video.
      let y = 0.299 * red + 0.587 * green + 0.114 * blue
      luma.append(255 * y)
      let (cb, cr) = ((blue - y) / 1.772 + 0.5, (red - y) / 1.402 + 0.5)
      let color = step(cb, differences) * Self.steps.color + step(cr, differences)
      bins.append(UInt16(step(y, lumas) * Self.steps.color * Self.steps.color + color))
    }
    self.luma = LumaPyramid(width: width, height: height, luma)
    self.bins = bins
  }

  /// The color histogram of a part of the frame; nil if it has fewer than 8 samples.
  func histogram(of mask: NetworkMask) -> ColorHistogram? {
    var counts = [Float](repeating: 0, count: Self.count)
    var sum: Float = 0
    for (index, value) in mask.values.enumerated() where value > 0.5 {
      counts[Int(bins[index])] += 1
      sum += 1
    }
    guard sum >= 8 else { return nil }
    return ColorHistogram(roots: counts.map { ($0 / sum).squareRoot() })
  }
}

/// A histogram of colors, as square roots of shares.
struct ColorHistogram {
  fileprivate let roots: [Float]

  /// 1 for the same colors, 0 for none in common (Bhattacharyya coefficient).
  func likeness(to other: ColorHistogram) -> Float {
    zip(roots, other.roots).reduce(0) { $0 + $1.0 * $1.1 }
  }
}

extension ClickNetwork.Look {
  private var channels: Int { features.shape[1] }
  private var columns: Int {
    max(1, min(features.shape[3], Int((visible.width * Double(features.shape[3])).rounded())))
  }
  private var rows: Int {
    max(1, min(features.shape[2], Int((visible.height * Double(features.shape[2])).rounded())))
  }

  /// One feature in the visible cells, in rows.
  private func plane(_ channel: Int) -> [Float] {
    let (width, height) = (features.shape[3], features.shape[2])
    return (0..<rows).flatMap { row in
      let start = (channel * height + row) * width
      return features.values[start..<start + columns]
    }
  }

  /// The mean of the features over a part of the frame minus that over all of it; nil if the part
  /// is smaller than half a cell.
  func print(of mask: NetworkMask) -> [Float]? {
    let shares = (0..<rows * columns).map { index -> Float in
      let (row, column) = (index / columns, index % columns)
      let (top, bottom) = (
        row * mask.height / rows, max((row + 1) * mask.height / rows, row * mask.height / rows + 1)
      )
      let (left, right) = (
        column * mask.width / columns,
        max((column + 1) * mask.width / columns, column * mask.width / columns + 1)
      )
      var count = 0
      for y in top..<min(bottom, mask.height) {
        for x in left..<min(right, mask.width) where mask.values[y * mask.width + x] > 0.5 {
          count += 1
        }
      }
      return Float(count) / Float((bottom - top) * (right - left))
    }
    let sum = shares.reduce(0, +)
    guard sum >= 0.5 else { return nil }
    return (0..<channels).map { channel in
      let plane = plane(channel)
      let inside = zip(plane, shares).reduce(0) { $0 + $1.0 * $1.1 } / sum
      return inside - plane.reduce(0, +) / Float(plane.count)
    }
  }

  /// The places whose features are most like those of a thing, the best first; none is next to
  /// another.
  ///
  /// - Parameters:
  ///   - least: the lowest similarity: -1…1.
  ///   - known: where not to look.
  func places(
    like print: [Float], most: Int, above least: Float = -.infinity,
    outside known: [NetworkMask] = []
  ) -> [Region.Point] {
    let count = rows * columns
    var (products, squares) = (
      [Float](repeating: 0, count: count), [Float](repeating: 0, count: count)
    )
    for channel in 0..<channels {
      let plane = plane(channel)
      let mean = plane.reduce(0, +) / Float(count)
      for index in 0..<count {
        let value = plane[index] - mean
        products[index] += value * print[channel]
        squares[index] += value * value
      }
    }
    var likeness = zip(products, squares).map { $0 / ($1 + 1e-9).squareRoot() }
    func middle(_ index: Int) -> Region.Point {
      Region.Point(
        x: (Double(index % columns) + 0.5) / Double(columns),
        y: (Double(index / columns) + 0.5) / Double(rows))
    }
    for index in likeness.indices where !known.isEmpty {
      let place = middle(index)
      if known.contains(where: { $0.value(place.x, place.y) > 0.5 }) {
        likeness[index] = -.infinity
      }
    }
    var places: [Region.Point] = []
    for _ in 0..<most {
      guard let best = likeness.indices.max(by: { likeness[$0] < likeness[$1] }),
        likeness[best] > least
      else { break }
      let (row, column) = (best / columns, best % columns)
      places.append(middle(best))
      for y in max(0, row - 3)..<min(rows, row + 4) {
        for x in max(0, column - 3)..<min(columns, column + 4) {
          likeness[y * columns + x] = -.infinity
        }
      }
    }
    return places
  }
}

/// A thing beside the tracked one that looks like it.
struct ThingRival {
  /// Its features, and their similarity to those of the tracked thing: -1…1.
  let print: [Float]
  let sameness: Float
  let colors: ColorHistogram?
  /// Number of the track; nil if it is not tracked.
  let id: Int?
}

extension ThingSight {
  /// The parts that look most like a thing, beside it.
  ///
  /// - Parameters:
  ///   - print: features of the thing; if nil, the result is empty.
  ///   - mask: of the thing.
  ///   - known: tracked things beside it.
  func rivals(
    of print: [Float]?, beside mask: NetworkMask, in look: ClickNetwork.Look,
    _ picture: ThingPicture, known: [ThingTrack]
  ) throws -> [ThingRival] {
    guard let print else { return [] }
    let own = MaskBits(mask)
    var rivals: [ThingRival] = []
    for place in look.places(like: print, most: 6) where mask.value(place.x, place.y) < 0.5 {
      for candidate in try masks(for: [(place, .on)], in: look) {
        let other = candidate.shares
        let bits = MaskBits(other)
        guard 10 * bits.common(with: own) < bits.count, let features = look.print(of: other) else {
          continue
        }
        rivals.append(
          ThingRival(
            print: features, sameness: likeness(features, print),
            colors: picture.histogram(of: other),
            id: known.first { $0.key.overlap(with: other) > 0.5 }?.id))
      }
    }
    return rivals
  }
}

/// The cosine of the angle between two lists of numbers.
func likeness(_ one: [Float], _ other: [Float]) -> Float {
  func product(_ one: [Float], _ other: [Float]) -> Float {
    zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
  }
  return product(one, other) / (product(one, one) * product(other, other) + 1e-12).squareRoot()
}
