internal import CSplashKernels

/// How a frame is composed: the kept look where the mask is 255, the rest look where it is 0.
struct Composition: Equatable, Sendable {
  let rest, kept: [LookStep]
  /// Whether the background, or the selection, gets alpha 0.
  let isRestTransparent, isKeptTransparent: Bool
  /// Whether both looks start from the white-balanced frame.
  let isBalanced: Bool
  /// Whether the background is grey and the selection unchanged, so that chroma is just scaled by
  /// the mask.
  let isGrey: Bool
  /// The side whose colors are despilled at soft edges, since the other side shows another image
  /// there; nil for none.
  let unmixed: LookSide?
  /// Whether hues are part of the mask.
  let isOfHues: Bool

  /// - Parameter hasAlpha: whether frames have alpha.
  init(_ settings: SplashSettings, hasAlpha: Bool) {
    func drawn(_ steps: [LookStep]) -> [LookStep] {
      hasAlpha
        ? steps.filter { $0 != .transparent }
        : steps.map { $0 == .transparent ? .solid(RGB(red: 0, green: 0, blue: 0)) : $0 }
    }
    (rest, kept) = (drawn(settings.rest), drawn(settings.kept))
    isRestTransparent = hasAlpha && settings.rest.contains(.transparent)
    isKeptTransparent = hasAlpha && settings.kept.contains(.transparent)
    isBalanced = settings.balanceOutput
    isGrey = settings.isGrey
    isOfHues = !settings.keptHues.isEmpty
    unmixed =
      switch (settings.defringes, settings.rest.cover, settings.kept.cover) {
      case (true, true, false): .kept
      case (true, false, true): .rest
      default: nil
      }
  }

  /// Whether luma is written; otherwise the result shares the source's luma.
  var changesLuma: Bool {
    isBalanced || changesAlpha || (rest + kept).contains(where: \.changesLuma)
  }

  var changesAlpha: Bool { isRestTransparent || isKeptTransparent }

  /// The look below: under the alpha, or under the mask of the selection.
  var ground: [LookStep] { isRestTransparent ? kept : rest }

  /// The side that the ground shows.
  var groundSide: LookSide { isRestTransparent ? .kept : .rest }

  /// The look drawn over the ground by the mask; nil if that is the unchanged frame, or if the mask
  /// only makes alpha.
  var figure: [LookStep]? { changesAlpha || kept.isEmpty ? nil : kept }

  /// Draws the white-balanced frame into the result if `isBalanced`.
  ///
  /// - Returns: the frame to whose chroma the mask is to be applied.
  func balance(
    _ source: borrowing PlaneView, into target: borrowing MutablePlaneView, _ gains: Gains,
    _ kernels: SplashDSP
  ) -> SplashPicture {
    var picture = SplashPicture(source, into: target)
    guard isBalanced else { return picture }
    var rule = SplashRule(of: source, gains: source.coding.stored(gains))
    kernels.balance(&rule, &picture, 0, picture.chromaRows)
    return picture.again
  }
}

extension [LookStep] {
  /// Whether a step replaces each sample by one of other content.
  var cover: Bool {
    contains {
      $0.amount == 1
        && ["blur", "bokeh", "solid", "image", "video", "transparent"].contains($0.form.name)
    }
  }
}
