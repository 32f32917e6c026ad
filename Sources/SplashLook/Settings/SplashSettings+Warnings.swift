extension SplashSettings {
  /// Warnings about settings without effect or with an unlikely one, one line each.
  ///
  /// - Parameters:
  ///   - names: how to name the settings.
  ///   - size: of the frames as displayed; nil if unknown.
  public func warnings(
    naming names: SettingNames = .keys, size: (width: Int, height: Int)? = nil
  ) -> [String] {
    func name(_ setting: PartialKeyPath<SplashSettings>) -> String { names.name(of: setting) }
    var warnings: [String] = []
    for hue in keptHues where width(of: hue) + softness(of: hue) >= 180 && !hue.keepsGreys {
      warnings.append(
        "\(name(\.hues)) \(hue.text) covers the whole color wheel: it selects every color")
    }
    for hue in keptHues {
      let hueName = "\(name(\.hues)) \(hue.text)"
      if isExcluded(hue) {
        warnings.append("\(hueName) selects nothing: \(name(\.drops)) excludes all of it")
      } else if passesNothing(hue) {
        warnings.append(
          "\(hueName) selects nothing: its saturation and value stay below \(name(\.chromaFloor))")
      }
      if isInNoise(hue) {
        warnings.append(
          "\(hueName) selects noise on grey: raise \(name(\.chromaFloor)) to 0.04, or the minimum of "
            + name(\.saturation))
      }
    }
    warnings += unused.map { "\(name($0)) has no effect: every selected color has its own" }
    warnings += withoutHues(names)
    if kept == rest, !kept.isEmpty {
      warnings.append(
        "\(name(\.kept)) \(LookKind().word(for: kept)) is also the look of the background: nothing stands out"
      )
    }
    let areas: [(PartialKeyPath<SplashSettings>, [Selection])] = [
      (\.keep, keep), (\.within, within), (\.without, without), (\.paint, paintAreas),
    ]
    for (setting, list) in areas {
      for selection in list where selection.isOutside(of: size) {
        warnings.append("\(name(setting)) \(selection.text) is outside of the frame")
      }
    }
    let balance = "\(name(\.whiteBalance)) \(whiteBalance.text)"
    if balanceOutput, whiteBalance == .off {
      warnings.append("\(name(\.balanceOutput)) has no effect with \(balance)")
    }
    if lockBalance, !whiteBalance.measures {
      warnings.append("\(name(\.lockBalance)) has no effect with \(balance)")
    }
    return warnings
  }

  /// General widths and ranges that were set but that no hue uses.
  private var unused: [PartialKeyPath<SplashSettings>] {
    let (standard, all) = (SplashSettings(), keptHues + drops)
    var unused: [PartialKeyPath<SplashSettings>] = []
    if threshold != standard.threshold, all.allSatisfy({ $0.width != nil }) {
      unused.append(\.threshold)
    }
    if saturation != standard.saturation, all.allSatisfy({ $0.saturation != nil }) {
      unused.append(\.saturation)
    }
    if value != standard.value, all.allSatisfy({ $0.value != nil }) { unused.append(\.value) }
    return unused
  }

  /// Warnings about mask settings that have no effect without selected hues.
  private func withoutHues(_ names: SettingNames) -> [String] {
    guard keptHues.isEmpty else { return [] }
    let standard = SplashSettings()
    var warnings: [String] = []
    if despeckle != standard.despeckle {
      warnings.append(
        "\(names.name(of: \.despeckle)) has no effect: only colors are despeckled")
    }
    if stability != standard.stability, joinedAreas == (0, 0),
      !selections.contains(where: \.isSteadied)
    {
      warnings.append(
        "\(names.name(of: \.stability)) has no effect: regions, mask files and faces are not "
          + "smoothed over time")
    }
    return warnings
  }

  private func width(of hue: HueRange) -> Double { hue.width ?? threshold }
  private func softness(of hue: HueRange) -> Double { hue.softness ?? softness }

  /// Whether an excluded hue covers this one, at every saturation and value.
  private func isExcluded(_ hue: HueRange) -> Bool {
    drops.contains { drop in
      let apart = abs(drop.center - hue.center)
      let reach = min(apart, 360 - apart) + width(of: hue) + softness(of: hue)
      return drop == hue
        || drop.saturation == nil && drop.value == nil && reach <= width(of: drop)
    }
  }

  /// Whether the largest chroma within its saturation and value is below the chroma floor.
  private func passesNothing(_ hue: HueRange) -> Bool {
    guard !hue.keepsGreys else { return false }
    let saturation = min((hue.saturation ?? saturation).max + gateSoftness, 1)
    let value = min((hue.value ?? value).max + gateSoftness, 1)
    return saturation * value <= chromaFloor / 2
  }

  /// Whether chroma of about 4 of 255 codes, as in sensor noise, can pass: in the dark it is
  /// saturated.
  private func isInNoise(_ hue: HueRange) -> Bool {
    guard !hue.keepsGreys else { return false }
    let saturation = max((hue.saturation ?? saturation).min - gateSoftness, 0)
    let value = max((hue.value ?? value).min - gateSoftness, 0)
    return chromaFloor < 0.02 && saturation * value < 0.016
  }
}
