internal import CSplashKernels

extension WhiteBalance {
  /// Measures a frame's light if the settings require it.
  ///
  /// - Parameters:
  ///   - time: presentation time in seconds; nil if the stream has none.
  ///   - turn: for display; regions in the settings are as displayed.
  /// - Returns: the gains for selecting colors in this frame.
  package mutating func gains(
    for picture: borrowing PlaneView, at time: Double?, _ settings: SplashSettings, turn: Turn
  ) -> Gains {
    let region: WhiteBalanceMode.Region
    switch settings.whiteBalance {
    case .off, .cardInPixels: return Gains()
    case .gains(let red, let green, let blue): return Gains(red: red, green: green, blue: blue)
    case .auto, .like, .grayWorld: region = WhiteBalanceMode.Region(x: 0, y: 0, width: 1, height: 1)
    case .card(let card): region = card.stored(turn)
    }
    var rule = SplashRule(of: picture)
    var source = SplashPicture(picture)
    let mode = settings.whiteBalance
    let reading = SplashLight(
      &rule, &source, picture.area(region), guesses: mode.isLearned,
      anchor: mode.anchor?.transform)
    follow(
      reading, at: time, mode: mode, within: settings.balanceTime,
      isLocked: settings.lockBalance)
    return gains
  }
}

extension PlaneView {
  /// A region in chroma samples, at least one.
  fileprivate func area(_ region: WhiteBalanceMode.Region) -> SplashArea {
    func span(_ start: Double, _ length: Double, of size: Int) -> (Int32, Int32) {
      // Both ends are rounded alike, so that a turned frame gives the same part.
      let first = min(Int((start * Double(size)).rounded()), size - 1)
      let end = Int(((start + length) * Double(size)).rounded())
      return (Int32(first), Int32(max(1, min(end, size) - first)))
    }
    let (x, width) = span(region.x, region.width, of: chromaWidth)
    let (y, height) = span(region.y, region.height, of: chromaHeight)
    return SplashArea(x: x, y: y, width: width, height: height)
  }
}
