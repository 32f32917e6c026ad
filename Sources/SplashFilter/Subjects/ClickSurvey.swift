package import SplashCore
package import SplashLook
internal import SplashSubjects

/// What a click on one picture may mean, by the networks that answer clicks.
package struct ClickSurvey: Sendable {
  private let network: ClickNetwork
  private let look: ClickNetwork.Look

  /// A mask of the picture as displayed.
  package struct Mask: Sendable {
    package let width, height: Int
    /// 0…255, in rows.
    package let codes: [UInt8]
  }

  /// Looks at a picture, which takes most of the time.
  ///
  /// - Parameters:
  ///   - frame: in a native format.
  ///   - turn: what players do to it.
  ///   - files: give the networks.
  /// - Throws: `SplashError` for networks that are missing, or fail.
  package init(of frame: borrowing Frame, turn: Turn, files: LookFiles) throws {
    let network = try files.openClick()
    self.network = network
    look = try frame.withPlanes { picture in try network.look(at: picture, turn: turn) }!
  }

  /// - Returns: nil where there is no such thing.
  /// - Throws: `SplashError` where the network fails.
  package func mask(of thing: Selection.Thing) throws -> Mask? {
    let found = try network.masks(for: ClickNetwork.Prompt(thing), in: look).chosen(thing.extent)
    return found?.shares.coded
  }
}

extension NetworkMask {
  fileprivate var coded: ClickSurvey.Mask {
    ClickSurvey.Mask(
      width: width, height: height,
      codes: values.map { UInt8(min(max($0, 0), 1) * 255 + 0.5) })
  }
}
