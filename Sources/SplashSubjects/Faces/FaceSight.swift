package import SplashBase
internal import SplashLook

/// The faces in the pictures of a video, one after another. For one thread at a time.
package final class FaceSight {
  private let open: () throws -> FaceNetwork
  private let turn: Turn
  private let isPhoto: Bool
  private let order: any LookingOrder
  private var eye: Eye?
  private var track = FaceTrack()
  private var last: Double?

  /// Of the picture's longer side as the network sees it: small faces need more, and in large pictures
  /// large ones are found in few.
  private static let (filmSizes, photoSizes) = ([640], [1280, 640])

  /// What the network sees in a picture.
  private final class Eye: Looker {
    private let network: FaceNetwork
    private let sizes: [Int]

    init(_ network: FaceNetwork, sizes: [Int]) { (self.network, self.sizes) = (network, sizes) }

    func look(at picture: borrowing PlaneView, turn: Turn) throws(SplashError) -> [Face] {
      try network.faces(in: picture, turn: turn, sizes: sizes)
    }
  }

  /// - Parameters:
  ///   - turn: for display.
  ///   - isPhoto: there is one picture, which may take longer.
  ///   - order: has the network look.
  ///   - open: called when the first face is sought.
  package init(
    turn: Turn, isPhoto: Bool = false, order: any LookingOrder = LookingAtOnce(),
    open: @escaping () throws -> FaceNetwork
  ) {
    (self.turn, self.isPhoto, self.order, self.open) = (turn, isPhoto, order, open)
  }

  /// All faces of a picture; another one each time.
  ///
  /// - Parameters:
  ///   - time: presentation time in seconds; nil where that is not known.
  ///   - isCut: the picture is of another shot than the one before.
  /// - Throws: `SplashError` where the network is missing, or fails.
  package func mask(
    in picture: borrowing PlaneView, at time: Double?, isCut: Bool
  ) throws -> NetworkMask {
    let eye = try eye ?? Eye(open(), sizes: isPhoto ? Self.photoSizes : Self.filmSizes)
    self.eye = eye
    let found = try order.seen(by: eye, in: picture, turn: turn)
    if isCut || isPhoto { track.forget() }
    let gap = time.flatMap { time in last.map { time - $0 } }
    last = time
    return track.next(found, after: gap).mask(aspect: picture.aspect(turn: turn))
  }
}
