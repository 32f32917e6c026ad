/// How pictures are drawn, decided when settings or the pictures' format change.
struct LookPlan {
  enum Way {
    /// The mask is drawn and applied at once, since nobody else wants it.
    case onePass
    /// The mask is drawn as it comes, of which nothing is remembered, and looks are laid by it.
    case stateless
    /// The mask is steadied, cleaned, tidied, shaped or joined with what is no hue, and then
    /// applied.
    case chained
  }

  let way: Way
  /// The mask is made of some hue; otherwise of regions, and of what comes with each picture.
  let hasHues: Bool
  let composition: Composition

  /// - Parameter hasAlpha: pictures have alpha.
  init(_ settings: SplashSettings, hasAlpha: Bool) {
    composition = Composition(settings, hasAlpha: hasAlpha)
    hasHues = !settings.keptHues.isEmpty
    let isStateless =
      settings.stability == 0 && settings.despeckle == 0 && !settings.tidies
      && !settings.shapes && !settings.hasRegions
    if !isStateless || composition.isGrey && composition.isBalanced {
      way = .chained
    } else {
      way = composition.isGrey ? .onePass : .stateless
    }
  }
}
