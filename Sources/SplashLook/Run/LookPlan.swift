/// How frames are drawn; decided when settings or the format change.
struct LookPlan {
  enum Way {
    /// The mask is drawn and applied in one pass, since no other stage needs it.
    case onePass
    /// The mask is drawn without state from earlier frames, and then applied.
    case stateless
    /// The mask is steadied, despeckled, tidied, shaped or joined with other selections, and then
    /// applied.
    case chained
  }

  let way: Way
  /// Whether hues are part of the mask; otherwise it is made of regions and of masks that come with
  /// each frame.
  let hasHues: Bool
  let composition: Composition

  /// - Parameter hasAlpha: whether frames have alpha.
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
