internal import Foundation

/// Look steps in double precision, written from the definitions of Specification.md section 9: the
/// reference for every look.
public struct LookOracle: Sendable {
  /// Y' 0…1, Cb and Cr ±0.5.
  public typealias Color = (y: Double, cb: Double, cr: Double)

  public var kr = 0.2126
  public var kb = 0.0722
  public var isFullRange = false
  public var bits = 8

  public init() {}

  private var kg: Double { 1 - kr - kb }
  private var unit: Double { Double(1 << (bits - 8)) }
  private var top: Double { Double(1 << bits) - 1 }

  public func color(_ codes: (y: Int, cb: Int, cr: Int)) -> Color {
    let chroma = isFullRange ? top : 224 * unit
    let black = isFullRange ? 0 : 16 * unit
    let luma = isFullRange ? top : 219 * unit
    return (
      (Double(codes.y) - black) / luma, (Double(codes.cb) - 128 * unit) / chroma,
      (Double(codes.cr) - 128 * unit) / chroma
    )
  }

  /// Codes, not rounded, clipped to the valid ones.
  public func codes(_ color: Color) -> (y: Double, cb: Double, cr: Double) {
    let chroma = isFullRange ? top : 224 * unit
    func shown(_ code: Double) -> Double { min(max(code, 0), top) }
    return (
      shown(isFullRange ? color.y * top : (16 + 219 * color.y) * unit),
      shown(128 * unit + chroma * color.cb), shown(128 * unit + chroma * color.cr)
    )
  }

  public func rgb(_ color: Color) -> (red: Double, green: Double, blue: Double) {
    let red = color.y + 2 * (1 - kr) * color.cr
    let blue = color.y + 2 * (1 - kb) * color.cb
    return (red, (color.y - kr * red - kb * blue) / kg, blue)
  }

  public func color(red: Double, green: Double, blue: Double) -> Color {
    let y = kr * red + kg * green + kb * blue
    return (y, (blue - y) / (2 * (1 - kb)), (red - y) / (2 * (1 - kr)))
  }

  public func grey(_ color: Color) -> Color { (color.y, 0, 0) }

  public func mixer(_ shares: (Double, Double, Double), _ color: Color) -> Color {
    let (red, green, blue) = rgb(color)
    return (shares.0 * red + shares.1 * green + shares.2 * blue, 0, 0)
  }

  public func noir(_ color: Color) -> Color {
    let x = min(max((color.y - 0.08) / (1 - 0.08), 0), 1)
    return (3 * x * x - 2 * x * x * x, 0, 0)
  }

  public func tint(_ red: Double, _ green: Double, _ blue: Double, _ amount: Double, _ color: Color)
    -> Color
  {
    let tone = self.color(red: red, green: green, blue: blue)
    let way = min(color.y / tone.y, (1 - color.y) / (1 - tone.y))
    let share = amount * max(way, 0)
    return (
      color.y, (1 - amount) * color.cb + share * tone.cb, (1 - amount) * color.cr + share * tone.cr
    )
  }

  public func chroma(times factor: Double, _ color: Color) -> Color {
    (color.y, factor * color.cb, factor * color.cr)
  }

  public func dim(_ factor: Double, _ color: Color) -> Color {
    (factor * color.y, factor * color.cb, factor * color.cr)
  }

  public func contrast(_ factor: Double, _ color: Color) -> Color {
    (0.5 + factor * (color.y - 0.5), color.cb, color.cr)
  }

  public func gamma(_ gamma: Double, _ color: Color) -> Color {
    (color.y <= 0 ? 0 : exp(log(color.y) / gamma), color.cb, color.cr)
  }

  /// Black and white by luminance, R'G'B' encoded as sRGB.
  public func luminance(_ color: Color) -> Color {
    func shown(_ x: Double) -> Double { min(max(x, 0), 1) }
    let red = shown(color.y + 2 * (1 - kr) * color.cr)
    let blue = shown(color.y + 2 * (1 - kb) * color.cb)
    let green = shown((color.y - kr * red - kb * blue) / kg)
    func light(_ x: Double) -> Double {
      x <= 0.04045 ? x / 12.92 : exp(2.4 * log((x + 0.055) / 1.055))
    }
    let y = kr * light(red) + kg * light(green) + kb * light(blue)
    return (y <= 0.0031308 ? 12.92 * y : 1.055 * exp(log(y) / 2.4) - 0.055, 0, 0)
  }

  /// R'G'B' as a color picker shows it.
  public func shownRGB(_ color: Color) -> (red: Double, green: Double, blue: Double) {
    func shown(_ x: Double) -> Double { min(max(x, 0), 1) }
    let red = shown(color.y + 2 * (1 - kr) * color.cr)
    let blue = shown(color.y + 2 * (1 - kb) * color.cb)
    return (red, shown((color.y - kr * red - kb * blue) / kg), blue)
  }

  /// A blur of a plane by its definition: means of squares, a Gaussian out to three deviations,
  /// linear interpolation between the middles of the squares.
  ///
  /// - Parameters:
  ///   - plane: rows of samples.
  ///   - deviation: of the whole blur, in samples.
  public static func blurred(_ plane: [[Double]], deviation: Double) -> [[Double]] {
    let (n, weights) = steps(of: deviation)
    func line(_ samples: [Double]) -> [Double] {
      let small = means(of: samples, n)
      let softened = small.indices.map { weighed(small, around: $0, by: weights) }
      return samples.indices.map { x in
        let place = (Double(x) + 0.5) / Double(n) - 0.5
        let low = Int(place.rounded(.down))
        func softAt(_ x: Int) -> Double { softened[min(max(x, 0), softened.count - 1)] }
        return softAt(low) + (place - Double(low)) * (softAt(low + 1) - softAt(low))
      }
    }
    let rows = plane.map(line)
    let columns = rows[0].indices.map { x in line(rows.map { $0[x] }) }
    return rows.indices.map { y in columns.map { $0[y] } }
  }

  /// The same with a weight w for each sample, (1 + 4080 w) / 4081: the blurred products
  /// divided by the blurred weights.
  public static func blurred(
    _ plane: [[Double]], weights: [[Double]], deviation: Double
  ) -> [[Double]] {
    let least = 1.0 / 4081
    let heavy = weights.map { $0.map { least + (1 - least) * $0 } }
    let products = zip(plane, heavy).map { zip($0, $1).map { $0 * $1 } }
    let (size, soft) = softened(products, deviation: deviation)
    let (_, softWeights) = softened(heavy, deviation: deviation)
    let ratios = zip(soft, softWeights).map { zip($0, $1).map { $0 / $1 } }
    func between(_ index: Int, _ count: Int, _ at: (Int) -> Double) -> Double {
      let place = (Double(index) + 0.5) / Double(size) - 0.5
      let low = Int(place.rounded(.down))
      func nearest(_ x: Int) -> Double { at(min(max(x, 0), count - 1)) }
      return nearest(low) + (place - Double(low)) * (nearest(low + 1) - nearest(low))
    }
    return plane.indices.map { y in
      plane[y].indices.map { x in
        between(y, ratios.count) { row in between(x, ratios[row].count) { ratios[row][$0] } }
      }
    }
  }

  /// A plane blurred by a Gaussian, with a weight for each sample.
  public static func trulyBlurred(
    _ plane: [[Double]], weights: [[Double]], deviation: Double
  ) -> [[Double]] {
    let reach = Int((4 * deviation).rounded(.up))
    let curve = (-reach...reach).map { exp(-Double($0 * $0) / 2 / deviation / deviation) }
    func line(_ samples: [Double]) -> [Double] {
      samples.indices.map { weighed(samples, around: $0, by: curve) }
    }
    func whole(_ plane: [[Double]]) -> [[Double]] {
      let rows = plane.map(line)
      let columns = rows[0].indices.map { x in line(rows.map { $0[x] }) }
      return rows.indices.map { y in columns.map { $0[y] } }
    }
    let products = whole(zip(plane, weights).map { zip($0, $1).map { $0 * $1 } })
    return zip(products, whole(weights)).map { zip($0, $1).map { $0 / max($1, 1e-12) } }
  }

  /// The side of the squares of a blur, and the weights of its Gaussian over them, with a sum of 1.
  private static func steps(of deviation: Double) -> (size: Int, weights: [Double]) {
    func left(_ n: Double) -> Double {
      n == 1 ? deviation * deviation : deviation * deviation - (n * n - 1) / 12 - n * n / 6
    }
    var n = 1
    while n < 64, left(Double(2 * n)) >= Double(n * n) { n *= 2 }
    let variance = left(Double(n)) / Double(n * n)
    let reach = Int((3 * variance.squareRoot()).rounded(.up))
    let curve = (-reach...reach).map { exp(-Double($0 * $0) / 2 / max(variance, 1e-9)) }
    let sum = curve.reduce(0, +)
    return (n, curve.map { $0 / sum })
  }

  /// The means of `count` samples each; beyond the end the last one repeats.
  private static func means(of samples: [Double], _ count: Int) -> [Double] {
    (0..<(samples.count + count - 1) / count).map { cell in
      let places = cell * count..<(cell + 1) * count
      let sum = places.reduce(0.0) { sum, place in sum + samples[min(place, samples.count - 1)] }
      return sum / Double(count)
    }
  }

  /// The weighted sum of samples around a place; beyond the ends the first and the last repeat.
  private static func weighed(
    _ samples: [Double], around place: Int, by weights: [Double]
  ) -> Double {
    let reach = weights.count / 2
    var sum = 0.0
    for offset in -reach...reach {
      sum += weights[offset + reach] * samples[min(max(place + offset, 0), samples.count - 1)]
    }
    return sum
  }

  /// The small plane of a blur, and the side of its squares.
  private static func softened(
    _ plane: [[Double]], deviation: Double
  ) -> (size: Int, plane: [[Double]]) {
    let (n, weights) = steps(of: deviation)
    func line(_ samples: [Double]) -> [Double] {
      let small = means(of: samples, n)
      return small.indices.map { weighed(small, around: $0, by: weights) }
    }
    let rows = plane.map(line)
    let columns = rows[0].indices.map { x in line(rows.map { $0[x] }) }
    return (n, columns[0].indices.map { y in columns.map { $0[y] } })
  }
}
