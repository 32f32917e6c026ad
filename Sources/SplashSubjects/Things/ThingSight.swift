package import SplashBase
package import SplashLook

/// Finds things that are pointed at in the pictures of a video: each picture is looked at once,
/// when it is first asked for, also before its turn. For one thread at a time.
package final class ThingSight {
  private let open: () throws -> ClickNetwork
  private let turn: Turn
  private let coming: (any ComingPictures)?
  private var network: ClickNetwork?
  /// What is known of the picture at hand and of those behind it, in their order.
  private var views = [View()]
  /// The one that questions are about.
  private var index = 0
  private var cuts = CutFinder()

  private struct View {
    var look: ClickNetwork.Look?
    var samples: ThingPicture?
    /// Whether it is of another shot than the one before.
    var isCut: Bool?
  }

  /// - Parameters:
  ///   - turn: for display.
  ///   - coming: the pictures of a file; nil where they come one by one.
  ///   - open: called when the first thing is sought.
  package init(
    turn: Turn, coming: (any ComingPictures)? = nil, open: @escaping () throws -> ClickNetwork
  ) {
    (self.turn, self.coming, self.open) = (turn, coming, open)
  }

  /// The next question is about a picture behind the one at hand.
  ///
  /// - Parameter pictures: how many behind it, 1 or more.
  package func turn(by pictures: Int) {
    views.removeFirst(min(pictures, views.count))
    if views.isEmpty { views.append(View()) }
  }

  /// Pictures may be there before their turn.
  var isAhead: Bool { coming != nil }

  /// Turns to a picture of the same shot that is yet to come, for some questions.
  ///
  /// - Parameters:
  ///   - distance: how many pictures behind the one at hand; 0 for that one, or one more than the
  ///     last time.
  ///   - picture: the one at hand.
  /// - Returns: nil where it is not there, or the shot has ended.
  func ahead<Result>(
    _ distance: Int, of picture: borrowing PlaneView,
    _ ask: (borrowing PlaneView) throws -> Result
  ) rethrows -> Result? {
    guard distance <= SplashSettings.thingForesight else { return nil }
    return try coming?.withPicture(distance, of: picture) { later -> Result? in
      while views.count <= distance { views.append(View()) }
      if views[distance].isCut == nil { views[distance].isCut = cuts.isCut(later) }
      guard distance == 0 || views[distance].isCut == false else { return nil }
      index = distance
      defer { index = 0 }
      return try ask(later)
    } ?? nil
  }

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
    if let look = views[index].look { return look }
    let network = try network ?? open()
    self.network = network
    let look = try network.look(at: picture, turn: turn)
    views[index].look = look
    return look
  }

  /// The picture in another size, as followers look at it.
  func samples(of picture: borrowing PlaneView, width: Int, height: Int) -> ThingPicture {
    if let samples = views[index].samples, samples.width == width, samples.height == height {
      return samples
    }
    let fresh = ThingPicture(
      width: width, height: height,
      colors: picture.colors(width: width, height: height, turn: turn))
    views[index].samples = fresh
    return fresh
  }
}
