/// Finds things at points in the frames of a video: the encoder runs once per frame, when its
/// result is first needed, also on frames ahead. For one thread at a time.
package final class ThingSight {
  private let open: () throws -> ClickNetwork
  private let turn: Turn
  private let coming: (any ComingPictures)?
  private var network: ClickNetwork?
  /// What is known of the current frame and of later ones, in order.
  private var views = [View()]
  /// The one that calls are about.
  private var index = 0
  private var cuts = CutFinder()

  private struct View {
    var look: ClickNetwork.Look?
    var samples: ThingPicture?
    /// Whether the frame belongs to another shot than the one before; nil if not known yet.
    var isCut: Bool?
  }

  /// - Parameters:
  ///   - coming: gives access to later frames of a file; nil if frames come one by one.
  ///   - open: called when things are first wanted.
  ///   - open: called when the first thing is sought.
  package init(
    turn: Turn, coming: (any ComingPictures)? = nil, open: @escaping () throws -> ClickNetwork
  ) {
    (self.turn, self.coming, self.open) = (turn, coming, open)
  }

  /// Moves on to a later frame.
  ///
  /// - Parameter pictures: how many frames ahead, 1 or more.
  package func turn(by pictures: Int) {
    views.removeFirst(min(pictures, views.count))
    if views.isEmpty { views.append(View()) }
  }

  /// Whether later frames may be available.
  var isAhead: Bool { coming != nil }

  /// Calls `ask` with a later frame of the same shot as the current one.
  ///
  /// - Parameters:
  ///   - distance: how many frames ahead; 0 for the current one, or one more than in the last call.
  ///   - picture: the current frame.
  /// - Returns: nil if that frame is not available, or the shot has ended.
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

  /// The mask of a thing; nil if nothing is found.
  ///
  /// - Throws: `SplashError` if a network is missing or fails.
  package func mask(
    of thing: Selection.Thing, in picture: borrowing PlaneView
  ) throws -> NetworkMask? {
    let look = try look(at: picture)
    var prompt = ClickNetwork.Prompt(thing)
    if let color = thing.color {
      guard
        let found = try ColoredThing(color, in: picture, look, turn: turn)
          .found(in: look, by: network!)
      else { return nil }
      if thing.extent == .thing, prompt.marks.isEmpty { return found.mask.shares }
      prompt.marks.append((found.place, .on))
    }
    return try network!.masks(for: prompt, in: look).chosen(thing.extent)?.shares
  }

  /// The masks that marks may mean, in a frame on which the encoder has run.
  func masks(
    for marks: [(place: Region.Point, role: ClickNetwork.Prompt.Role)], in look: ClickNetwork.Look
  ) throws -> [ClickMask] {
    try network!.masks(for: ClickNetwork.Prompt(marks: marks), in: look)
  }

  /// The encoder's result for the frame.
  func look(at picture: borrowing PlaneView) throws -> ClickNetwork.Look {
    if let look = views[index].look { return look }
    let network = try network ?? open()
    self.network = network
    let look = try network.look(at: picture, turn: turn)
    views[index].look = look
    return look
  }

  /// The frame resampled to another size, for tracking.
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
