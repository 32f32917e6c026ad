package import SplashBase
package import SplashLook

/// Finds things that are pointed at in the pictures of a video: each picture is looked at once,
/// when it is first asked for. For one thread at a time.
package final class ThingSight {
  private let open: () throws -> ClickNetwork
  private let turn: Turn
  private var network: ClickNetwork?
  private var look: ClickNetwork.Look?

  /// - Parameters:
  ///   - turn: for display.
  ///   - open: called when the first thing is sought.
  package init(turn: Turn, open: @escaping () throws -> ClickNetwork) {
    (self.turn, self.open) = (turn, open)
  }

  /// The next question is about another picture.
  package func turnToNext() { look = nil }

  /// The mask of a thing; nil where there is none.
  ///
  /// - Throws: `SplashError` where a network is missing, or fails.
  package func mask(
    of thing: Selection.Thing, in picture: borrowing PlaneView
  ) throws -> NetworkMask? {
    let network = try network ?? open()
    self.network = network
    let look = try look ?? network.look(at: picture, turn: turn)
    self.look = look
    let masks = try network.masks(for: ClickNetwork.Prompt(thing), in: look)
    return masks.chosen(thing.extent)?.shares
  }
}
