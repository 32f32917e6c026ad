/// Finds the faces in the frames of a video, one after another. For one thread at a time.
package final class FaceSight {
  private let open: () throws -> FaceNetwork
  private let turn: Turn
  private let kind: Kind
  private let order: any LookingOrder
  private var eyes: (usual: Eye, close: Eye)?
  private var track = FaceTrack()
  private var last: Double?
  /// When the larger input was last used, in quarters of a second from the beginning of the clip.
  private var lastClose: Int?
  /// Whether the larger input found more faces at the beginning of this second or shot.
  private var hasSmall = false

  /// Length of the longer side of the network's input: small faces need the larger one, which
  /// misses large faces.
  private static let (usual, close) = (640, 1280)

  /// The kind of input.
  package enum Kind: Sendable {
    /// A video: the network runs on each frame; the larger input is used at the start of each shot
    /// and second, and if it found more, in each quarter of that second.
    case film
    /// Live video, which cannot wait for the larger input.
    case live
    /// A single photo, for which both input sizes are used.
    case photo
  }

  /// Runs the network at given sizes on a frame.
  private final class Eye: Looker {
    private let network: FaceNetwork
    private let sizes: [Int]

    init(_ network: FaceNetwork, _ sizes: [Int]) { (self.network, self.sizes) = (network, sizes) }

    func look(at picture: borrowing PlaneView, turn: Turn) throws(SplashError) -> [Face] {
      try network.faces(in: picture, turn: turn, sizes: sizes)
    }
  }

  /// - Parameters:
  ///   - turn: for display.
  ///   - order: runs the network.
  ///   - open: called when faces are first wanted.
  package init(
    turn: Turn, _ kind: Kind = .film, order: any LookingOrder = LookingAtOnce(),
    open: @escaping () throws -> FaceNetwork
  ) {
    (self.turn, self.kind, self.order, self.open) = (turn, kind, order, open)
  }

  /// The mask of all faces in a frame; each call is for a new frame.
  ///
  /// - Parameters:
  ///   - time: presentation time in seconds; nil if unknown.
  ///   - clipTime: in seconds from the beginning of the clip.
  ///   - isCut: whether the frame belongs to another shot than the one before.
  /// - Throws: `SplashError` if the network is missing or fails.
  package func mask(
    in picture: borrowing PlaneView, at time: Double?, clipTime: Double, isCut: Bool
  ) throws -> NetworkMask {
    let eyes = try openedEyes()
    var found = try order.seen(by: eyes.usual, in: picture, turn: turn)
    let now = Int(min(max(4 * clipTime, -1e9), 1e9).rounded(.down))
    let isBeginning = isCut || lastClose.map { now / 4 != $0 / 4 } ?? true
    if kind == .film, isBeginning || hasSmall && now != lastClose {
      let more = try order.seenOnce(by: eyes.close, in: picture, turn: turn).filter { face in
        !found.contains { $0.isLike(face) }
      }
      if isBeginning { hasSmall = more.contains { $0.score >= FaceTrack.sure } }
      lastClose = now
      found = (found + more).sorted { $0.score > $1.score }
    }
    if isCut || kind == .photo { track.forget() }
    let gap = time.flatMap { time in last.map { time - $0 } }
    last = time
    return track.next(found, after: gap).mask(aspect: picture.aspect(turn: turn))
  }

  private func openedEyes() throws -> (usual: Eye, close: Eye) {
    if let eyes { return eyes }
    let network = try open()
    let opened = (
      usual: Eye(network, kind == .photo ? [Self.close, Self.usual] : [Self.usual]),
      close: Eye(network, [Self.close])
    )
    eyes = opened
    return opened
  }
}
