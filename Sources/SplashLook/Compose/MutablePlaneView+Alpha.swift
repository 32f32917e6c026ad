internal import CSplashKernels

extension MutablePlaneView {
  /// Multiplies alpha by the visible share of each sample.
  ///
  /// - Parameters:
  ///   - shares: the mask at luma resolution.
  ///   - rows: of chroma.
  func drawAlpha(
    _ shares: SplashPlane, rows: Range<Int32>, _ picture: SplashPicture, _ composition: Composition
  ) {
    let top = (1 << view.format.depth) - 1
    // Alpha of the background, and of the selection.
    let ends = (composition.isRestTransparent ? 0 : 255, composition.isKeptTransparent ? 0 : 255)
    let codes = (0...255).map { share in
      ((ends.0 * (255 - share) + ends.1 * share) * top + 255 * 255 / 2) / (255 * 255)
    }
    let log2 = Int32(picture.format.log2_height)
    for y in Int(rows.lowerBound << log2)..<Int(min(rows.upperBound << log2, picture.height)) {
      let share = shares.data + y * shares.stride
      let row = row(y, ofPlane: 3)
      if top == 255 {
        for x in 0..<row.count {
          let code = codes[Int(share[x])]
          row[x] = UInt8(row[x] == 255 ? code : (code * Int(row[x]) + 127) / 255)
        }
      } else {
        row.withMemoryRebound(to: UInt16.self) { words in
          for x in 0..<words.count {
            words[x] = UInt16((codes[Int(share[x])] * Int(words[x]) + top / 2) / top)
          }
        }
      }
    }
  }

  /// Mixes another frame's alpha in by a share of 0…1.
  func layAlpha(of picture: borrowing PlaneView, share: Double) {
    for y in 0..<view.height {
      let (from, to) = (picture.row(y, ofPlane: 3), row(y, ofPlane: 3))
      func mixed(_ a: Int, _ b: Int) -> Int { a + Int((share * Double(b - a)).rounded()) }
      if view.format.depth == 8 {
        for x in 0..<to.count { to[x] = UInt8(mixed(Int(to[x]), Int(from[x]))) }
      } else {
        from.withMemoryRebound(to: UInt16.self) { from in
          to.withMemoryRebound(to: UInt16.self) { to in
            for x in 0..<to.count { to[x] = UInt16(mixed(Int(to[x]), Int(from[x]))) }
          }
        }
      }
    }
  }
}
