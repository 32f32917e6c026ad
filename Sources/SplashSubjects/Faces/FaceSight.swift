package import SplashBase
internal import SplashLook

/// The faces in the pictures of a video, one after another. For one thread at a time.
package final class FaceSight {
  private let open: () throws -> FaceNetwork
  private let turn: Turn
  private let kind: Kind
  private let order: any LookingOrder
  private var eyes: (usual: Eye, close: Eye)?
  private var track = FaceTrack()
  private var last: Double?
  /// When the picture was looked at closely last, in quarters of a second from the beginning of the
  /// clip.
  private var lastClose: Int?
  /// Whether that showed more at the beginning of this second, or of the shot.
  private var hasSmall = false

  /// Of the picture's longer side as the network sees it: small faces need more, and in large pictures
  /// large ones are found in few.
  private static let (usual, close) = (640, 1280)

  /// What pictures are of.
  package enum Kind: Sendable {
    /// Each is looked at; closely too where a shot and where a second begins, and in that second each
    /// quarter where that showed more.
    case film
    /// Nobody waits.
    case live
    /// There is one picture, which is looked at closely.
    case photo
  }

  /// What the network sees in a picture.
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
  ///   - order: has the network look.
  ///   - open: called when the first face is sought.
  package init(
    turn: Turn, _ kind: Kind = .film, order: any LookingOrder = LookingAtOnce(),
    open: @escaping () throws -> FaceNetwork
  ) {
    (self.turn, self.kind, self.order, self.open) = (turn, kind, order, open)
  }

  /// All faces of a picture; another one each time.
  ///
  /// - Parameters:
  ///   - time: presentation time in seconds; nil where that is not known.
  ///   - clipTime: in seconds from the beginning of the clip.
  ///   - isCut: the picture is of another shot than the one before.
  /// - Throws: `SplashError` where the network is missing, or fails.
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
