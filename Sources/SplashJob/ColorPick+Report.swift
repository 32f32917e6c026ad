internal import Foundation

extension ColorPick {
  /// The pick as JSON for programs.
  public struct Report: Codable, Sendable {
    public var version = 1
    public var input: String
    public var x, y, width, height, radius: Int
    /// Number of chroma samples of the spot.
    public var count: Int
    /// Color as shot: mean R'G'B' 0…1, and its hue in degrees, saturation and value; hue is null
    /// for grey.
    public var rgb: [Double]
    public var hex: String
    public var hue: Double?
    public var saturation, value: Double
    /// Distance from `gate_hue`, in degrees, within which nine tenths of the spot lie.
    public var spread: Double
    /// Hue in degrees after white balance; null for grey.
    public var gate_hue: Double?
    /// Whether the white balance turns the hue by more than 20°; missing for grey.
    public var turned_far: Bool?
    public var white_balance: RunReport.WhiteBalance
    /// The flags that select the spots.
    public var flags: [String]
    /// The `--like` that gives the light of this frame; missing where the balance is not `auto`.
    public var like: String?
    /// Selected share of the spots to keep, and the largest selected share of a spot to leave, 0…1;
    /// missing where there are no spots to leave.
    public var kept, not_kept: Double?
    /// Whether the flags separate them: at least nine tenths of the former, at most one tenth of
    /// the latter.
    public var apart: Bool?
  }

  public var report: Report {
    func round(_ number: Double, _ unit: Double) -> Double { (number * unit).rounded() / unit }
    let color = sample.color
    return Report(
      input: request.input, x: x, y: y, width: width, height: height, radius: request.radius,
      count: sample.count, rgb: [color.red, color.green, color.blue].map { round($0, 1e4) },
      hex: color.hex, hue: sample.hue.map { round($0, 100) },
      saturation: round(color.hsv.saturation, 1e4), value: round(color.hsv.value, 1e4),
      spread: round(sample.spread, 100), gate_hue: sample.gateHue.map { round($0, 100) },
      turned_far: sample.turned.map { _ in sample.isTurnedFar },
      white_balance: .init(
        mode: request.settings.whiteBalance.text,
        gains: [gains.red, gains.green, gains.blue].map { round($0, 1e4) }),
      flags: ranges.flatMap { ["--hue", $0.text] }, like: request.anchor,
      kept: shares.map { round($0.kept, 1e4) }, not_kept: shares.map { round($0.others, 1e4) },
      apart: isApart)
  }

  /// Whether the hues separate the spots to keep from those to leave; nil where there are none to
  /// leave.
  var isApart: Bool? { shares.map { $0.kept >= 0.9 && $0.others <= 0.1 } }

  /// The pick as text for people.
  public var text: String {
    let color = sample.color
    var lines: [(String, String)] = [
      ("hue", sample.hue.map { String(format: "%.1f°", $0) } ?? "none: the spot is grey"),
      ("saturation", String(format: "%.3f", color.hsv.saturation)),
      ("value", String(format: "%.3f", color.hsv.value)),
      (
        "R'G'B'",
        String(format: "%.3f %.3f %.3f  %@", color.red, color.green, color.blue, color.hex)
      ),
    ]
    if let gateHue = sample.gateHue {
      let gains = String(format: "%.2f %.2f %.2f", gains.red, gains.green, gains.blue)
      lines.append(
        (
          "as selected",
          String(format: "%.1f° ±%.1f°", gateHue, sample.spread)
            + "  (white balance \(request.settings.whiteBalance.text), gains \(gains))"
        ))
    }
    lines.append(
      (
        "flag",
        ranges.map { "--hue \(shellQuoted($0.text))" }.joined(separator: " ")
      ))
    if let place = request.anchor {
      lines.append(("other light", "--like \(shellQuoted(place))"))
    }
    if sample.isTurnedFar {
      lines.append(
        ("turned", "by more than 20° by the white balance; turn off with --white-balance off"))
    }
    if let shares {
      lines.append(
        (
          isApart == true ? "apart" : "not apart",
          String(
            format: "it selects %.0f %% of what is to be kept, %.0f %% of what is not",
            100 * shares.kept, 100 * shares.others)
        ))
    }
    return lines.map { name, value in
      name.padding(toLength: 13, withPad: " ", startingAt: 0) + value
    }.joined(separator: "\n")
  }
}
