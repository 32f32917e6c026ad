internal import Foundation

/// Steps that are no curve of luma, by the definitions of Specification.md section 9.
extension LookOracle {
  /// Colors from one to another by luma.
  public func duotone(_ dark: Color, _ light: Color, _ color: Color) -> Color {
    let t = min(max(color.y, 0), 1)
    return (
      dark.y + t * (light.y - dark.y), dark.cb + t * (light.cb - dark.cb),
      dark.cr + t * (light.cr - dark.cr)
    )
  }

  public func hue(_ degrees: Double, _ color: Color) -> Color {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return (color.y, c * color.cb - s * color.cr, s * color.cb + c * color.cr)
  }

  /// How far a color lies on the way from grey to the limits of R', G' and B', as a share.
  private func reach(_ color: Color, at level: Double) -> Double {
    let (red, green, blue) = rgb(color)
    return [red, green, blue].map { part in
      let far = part - color.y
      return far > 0 ? far / (1 - level) : -far / level
    }.max()!
  }

  public func recolored(_ target: Color, _ color: Color) -> Color {
    let level = min(max(color.y, 1 / 512.0), 511 / 512.0)
    let own = min(reach(color, at: level), 1)
    let share = reach(target, at: target.y)
    let whole = reach(target, at: level)
    let part = whole > 0 ? share * own / whole : 0
    return (color.y, part * target.cb, part * target.cr)
  }

  /// White of black bodies in light of BT.709, by Kim and others.
  private func light(_ kelvin: Double) -> (Double, Double, Double) {
    let x =
      kelvin < 4000
      ? -0.2661239e9 / pow(kelvin, 3) - 0.2343589e6 / pow(kelvin, 2) + 0.8776956e3 / kelvin
        + 0.179910
      : -3.0258469e9 / pow(kelvin, 3) + 2.1070379e6 / pow(kelvin, 2) + 0.2226347e3 / kelvin
        + 0.240390
    let terms: (Double, Double, Double, Double) =
      kelvin < 2222
      ? (-1.1063814, -1.34811020, 2.18555832, -0.20219683)
      : kelvin < 4000
        ? (-0.9549476, -1.37418593, 2.09137015, -0.16748867)
        : (3.0817580, -5.87338670, 3.75112997, -0.37001483)
    let y = terms.0 * pow(x, 3) + terms.1 * pow(x, 2) + terms.2 * x + terms.3
    let (bigX, bigZ) = (x / y, (1 - x - y) / y)
    return (
      3.2406 * bigX - 1.5372 - 0.4986 * bigZ, -0.9689 * bigX + 1.8758 + 0.0415 * bigZ,
      0.0557 * bigX - 0.2040 + 1.0570 * bigZ
    )
  }

  public func temperature(_ kelvin: Double, _ color: Color) -> Color {
    let (from, to) = (light(6504), light(kelvin))
    let gains = (from.0 / to.0, from.1 / to.1, from.2 / to.2)
    let white = 0.2126 * gains.0 + 0.7152 * gains.1 + 0.0722 * gains.2
    let shown = shownRGB(color)
    func lit(_ x: Double, _ gain: Double) -> Double { min(x * pow(gain / white, 1 / 2.4), 1) }
    return self.color(
      red: lit(shown.red, gains.0), green: lit(shown.green, gains.1),
      blue: lit(shown.blue, gains.2))
  }

  /// Levels of R', G' and B'; nil beside the edge of one, which a curve of 4096 points blurs.
  public func posterized(_ levels: Double, _ color: Color) -> Color? {
    let shown = shownRGB(color)
    let parts = [shown.red, shown.green, shown.blue].map { $0 * levels }
    guard parts.allSatisfy({ abs($0 - $0.rounded()) > levels / 4000 }) else { return nil }
    let made = parts.map { min($0.rounded(.down), levels - 1) / (levels - 1) }
    return self.color(red: made[0], green: made[1], blue: made[2])
  }

  /// A mix of two colors by the share of the first.
  public func mixed(_ amount: Double, _ color: Color, _ other: Color) -> Color {
    (
      amount * color.y + (1 - amount) * other.y, amount * color.cb + (1 - amount) * other.cb,
      amount * color.cr + (1 - amount) * other.cr
    )
  }
}
