package import SplashBase
package import SplashLook

/// Finds things that are pointed at in the pictures of a video: each picture is looked at once,
/// when it is first asked for. For one thread at a time.
package final class ThingSight {
  private let open: () throws -> ClickNetwork
  private let turn: Turn
  private var network: ClickNetwork?
  private var look: ClickNetwork.Look?
  private var samples: ThingPicture?

  /// - Parameters:
  ///   - turn: for display.
  ///   - open: called when the first thing is sought.
  package init(turn: Turn, open: @escaping () throws -> ClickNetwork) {
    (self.turn, self.open) = (turn, open)
  }

  /// The next question is about another picture.
  package func turnToNext() { (look, samples) = (nil, nil) }

  /// The mask of a thing; nil where there is none.
  ///
  /// - Throws: `SplashError` where a network is missing, or fails.
  package func mask(
    of thing: Selection.Thing, in picture: borrowing PlaneView
  ) throws -> NetworkMask? {
    let look = try look(at: picture)
    return try network!.masks(for: ClickNetwork.Prompt(thing), in: look)
      .chosen(thing.extent)?.shares
  }

  /// The masks that marks may mean, in a picture that was looked at.
  func masks(
    for marks: [(place: Region.Point, role: ClickNetwork.Prompt.Role)], in look: ClickNetwork.Look
  ) throws -> [ClickMask] {
    try network!.masks(for: ClickNetwork.Prompt(marks: marks), in: look)
  }

  /// What the network sees in the picture.
  func look(at picture: borrowing PlaneView) throws -> ClickNetwork.Look {
    if let look { return look }
    let network = try network ?? open()
    self.network = network
    let look = try network.look(at: picture, turn: turn)
    self.look = look
    return look
  }

  /// The picture in another size, as followers look at it.
  func samples(of picture: borrowing PlaneView, width: Int, height: Int) -> ThingPicture {
    if let samples, samples.width == width, samples.height == height { return samples }
    let fresh = ThingPicture(
      width: width, height: height,
      colors: picture.colors(width: width, height: height, turn: turn))
    samples = fresh
    return fresh
  }
}
