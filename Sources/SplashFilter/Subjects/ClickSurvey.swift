internal import SplashSubjects

/// Answers clicks on one frame with the masks that networks find there.
package struct ClickSurvey: Sendable {
  private let network: ClickNetwork
  private let look: ClickNetwork.Look

  /// A mask of the frame as displayed.
  package struct Mask: Sendable {
    package let width, height: Int
    /// 0…255, in rows.
    package let codes: [UInt8]
  }

  /// Runs the first network on a frame, which takes most of the time.
  ///
  /// - Parameters:
  ///   - frame: in a native format.
  ///   - turn: how players turn the frame.
  ///   - files: open the networks.
  /// - Throws: `SplashError` if a network is missing or fails.
  package init(of frame: borrowing Frame, turn: Turn, files: LookFiles) throws {
    let network = try files.openClick()
    self.network = network
    look = try frame.withPlanes { picture in try network.look(at: picture, turn: turn) }!
  }

  /// - Returns: the mask of a thing; nil if nothing is found.
  /// - Throws: `SplashError` if the network fails.
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
