internal import CSplashKernels
internal import SplashBase

/// How a picture is put together: its kept look where the mask is, its rest look elsewhere.
struct Composition: Equatable, Sendable {
  let rest, kept: [LookStep]
  /// What is not kept, and what is kept, has alpha 0.
  let isRestTransparent, isKeptTransparent: Bool
  /// The picture that both looks begin with is under the light that the gate sees.
  let isBalanced: Bool
  /// The rest is grey, and what is kept as it was: chroma scaled towards neutral by the mask.
  let isGrey: Bool
  /// The side whose colors at soft edges are freed of what shines through: the other one is
  /// another picture there.
  let unmixed: LookSide?
  /// The mask is made of hues, with others or alone.
  let isOfHues: Bool

  /// - Parameter hasAlpha: pictures have alpha.
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

  /// Luma is the result's own; otherwise it is the source's, by reference.
  var changesLuma: Bool {
    isBalanced || changesAlpha || (rest + kept).contains(where: \.changesLuma)
  }

  var changesAlpha: Bool { isRestTransparent || isKeptTransparent }

  /// What is seen under alpha, or under the mask of what is kept.
  var ground: [LookStep] { isRestTransparent ? kept : rest }

  /// The side that the ground is.
  var groundSide: LookSide { isRestTransparent ? .kept : .rest }

  /// What is seen where the mask is, over the ground; nil where that is the picture as it is, or
  /// alpha is all that the mask makes.
  var figure: [LookStep]? { changesAlpha || kept.isEmpty ? nil : kept }

  /// Draws the balanced picture into the result where that is wanted.
  ///
  /// - Returns: the picture whose chroma the mask is to be applied to.
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
  /// What is seen in the end is not what was there, sample by sample.
  var cover: Bool {
    contains {
      $0.amount == 1 && ["blur", "solid", "image", "video", "transparent"].contains($0.form.name)
    }
  }
}
