internal import Foundation

/// How a clip's file is made smaller: first by lower but still good quality, then by a smaller
/// frame size, then by bad quality, and then by a tiny frame size. A GIF, which has one quality,
/// gets smaller frames, and then half as many.
struct SizePlan {
  private enum Way {
    /// By CRF; `own` is the CRF of the first try.
    case crf(own: Double)
    case rate(Int)
    case quality(own: Double)
    case pictures
  }

  private let way: Way
  /// How often the size is halved by quality.
  private let halvings: Double
  private let side: Int?
  private let rate: Double?

  /// Exponent of a side by which the file size is halved: bits grow slower than areas.
  private static let sideExponent = 0.6
  private static let crfPerHalving = 6.0
  private static let qualityPerHalving = 40.0

  private static func way(
    of film: CompleteFilm, _ options: OutputOptions, _ effort: Double, _ seconds: Double?
  ) -> Way {
    switch film.encoder {
    case "libx264", "libx265": return .crf(own: options.crf ?? 20)
    case "libwebp", "libwebp_anim": return .quality(own: Double(options.quality ?? 75))
    default:
      guard film.takesRate, let seconds, seconds > 0 else { return .pictures }
      let pictures = Double(film.bytes - film.otherBytes) * exp2(effort)
      return .rate(max(1000, Int(8 * pictures / seconds)))
    }
  }

  /// How many halvings good quality, smaller frames, bad quality and tiny frames can give.
  private static func stretches(of film: CompleteFilm, _ way: Way) -> [Double] {
    let long = Double(max(film.width, film.height))
    func sides(to side: Double, from long: Double) -> Double {
      max(0, log2(long / side) / sideExponent)
    }
    func each(_ good: Double, _ bad: Double, side: Double, least: Double) -> [Double] {
      let (good, bad) = (max(0, good), max(0, bad))
      return [
        good, sides(to: side, from: long), bad, sides(to: least, from: min(long, side)),
      ]
    }
    switch way {
    case .crf(let own):
      return each(
        (34 - own) / crfPerHalving, (46 - max(34, own)) / crfPerHalving, side: 320, least: 64)
    case .rate: return each(2, 2, side: 320, least: 64)
    case .quality(let own):
      return each(
        (35 - own) / -qualityPerHalving, (5 - min(35, own)) / -qualityPerHalving, side: 240,
        least: 32)
    case .pictures: return [0, sides(to: 200, from: long), 1, sides(to: 32, from: min(long, 200))]
    }
  }

  /// The lowest effort, at which no further reduction is possible.
  static func least(of film: CompleteFilm, _ options: OutputOptions) -> Double {
    -stretches(of: film, way(of: film, options, 0, 1)).reduce(0, +)
  }

  /// - Parameters:
  ///   - effort: 0 or below; each step of 1 down halves the size.
  ///   - film: the clip as made with effort 0.
  ///   - seconds: its duration; nil if unknown.
  init(_ effort: Double, of film: CompleteFilm, _ options: OutputOptions, seconds: Double?) {
    way = Self.way(of: film, options, effort, seconds)
    let stretches = Self.stretches(of: film, way)
    var rest = -effort
    var parts = stretches.map { stretch in
      defer { rest -= min(rest, stretch) }
      return min(rest, stretch)
    }
    var rate: Double?
    if case .pictures = way, parts[2] > 0 {
      // Half the frame rate halves the size; where less was needed, the frames get larger again.
      rate = film.rate / 2
      parts[1] -= 1 - parts[2]
      parts[2] = 0
    }
    self.rate = rate
    halvings = parts[0] + parts[2]
    let shrinking = max(0, parts[1] + parts[3])
    let long = Double(max(film.width, film.height))
    side =
      shrinking > 0
      ? max(2, Int((long * exp2(-shrinking * Self.sideExponent) / 2).rounded()) * 2) : nil
  }

  func apply(to request: inout Job.Request) {
    var options = request.outputs[0].options
    switch way {
    case .crf(let own): options.crf = own + halvings * Self.crfPerHalving
    case .rate(let rate): (options.crf, options.bitrate) = (nil, "\(rate)")
    case .quality(let own):
      let quality = own - halvings * Self.qualityPerHalving
      options.quality = nil
      options.encoderOptions.append(("quality", "\((quality * 100).rounded() / 100)"))
    case .pictures: break
    }
    request.outputs[0].options = options
    if let side { request.shape.scale = .atMost(side) }
    if let rate { request.shape.rate = rate }
  }

  /// The loss of quality, size and frame rate in words.
  func losses(first: CompleteFilm, last: CompleteFilm) -> [String] {
    func number(_ value: Double) -> String {
      let tenths = (value * 10).rounded() / 10
      return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }
    var lines: [String] = []
    switch way {
    case .crf(let own) where halvings > 0:
      lines.append(
        "a CRF of \(number(own + halvings * Self.crfPerHalving)) in place of \(number(own))")
    case .rate(let rate): lines.append("a rate of \(Int((Double(rate) / 1000).rounded())) kbit/s")
    case .quality(let own) where halvings > 0:
      let quality = own - halvings * Self.qualityPerHalving
      lines.append("a quality of \(number(quality)) in place of \(number(own))")
    default: break
    }
    if (last.width, last.height) != (first.width, first.height) {
      lines.append(
        "frames of \(last.width)x\(last.height) in place of \(first.width)x\(first.height)")
    }
    if let rate {
      lines.append("\(number(rate)) frames per second in place of \(number(first.rate))")
    }
    return lines
  }
}
