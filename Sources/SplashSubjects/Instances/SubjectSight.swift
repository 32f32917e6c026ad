/// Runs networks on the frames of a video: each network at most once per frame, and once per square
/// of it, when its result is first needed. For one thread at a time.
package final class SubjectSight {
  /// Opens the network that finds a subject in wide frames, or in others, as displayed.
  package typealias Opener = (Selection.Subject, _ isWide: Bool) throws -> Network

  /// Opens the network that settles where the one for people is unsure; nil if there is none.
  package typealias OpinionOpener = @Sendable () throws(SplashError) -> Network?

  /// Opens the network that finds the outlines of people; nil if their masks stay as they are.
  package typealias OutlineOpener = () throws -> ClickNetwork?

  private let open: Opener
  private let openOpinion: OpinionOpener
  private let openOutlines: OutlineOpener
  private let turn: Turn
  private let isPhoto: Bool
  private let order: any LookingOrder
  private let coming: (any ComingPictures)?
  private let carried: Set<Selection.Subject>
  /// Make masks from key frames, once they were wanted.
  private var foreseen: ForeseenSubject<Network>?
  private var foreseenPeople: ForeseenSubject<OutlinedPeople>?
  private var networks: Networks?
  /// States of recurrent networks.
  private var states: [Selection.Subject: NetworkState] = [:]
  private var cuts = CutFinder()
  /// Whether the frame belongs to another shot than the one before.
  package private(set) var isCut = false
  /// The masks found in this frame.
  private var found: [Selection.Subject: NetworkMask] = [:]
  private var close: [(box: Spot, mask: NetworkMask)] = []
  /// Times of this frame, and of the last in which people were looked for, in seconds.
  private var time, peopleTime: Double?

  private struct Networks {
    let isWide: Bool
    var opened: [Selection.Subject: Network] = [:]
    /// Nil if the network for people is recurrent, or not open yet.
    var people: PeopleNetwork?
  }

  /// - Parameters:
  ///   - isPhoto: whether the input is a photo, which may take longer.
  ///   - order: runs the networks.
  ///   - coming: gives access to later frames of a file; nil to look in each.
  ///   - carried: what is looked for in key frames only, where later frames are available.
  ///   - opinion: called when the network for people is unsure first.
  ///   - outlines: called when people are first found in a photo or in key frames.
  package init(
    turn: Turn, isPhoto: Bool = false, order: any LookingOrder = LookingAtOnce(),
    coming: (any ComingPictures)? = nil, carried: Set<Selection.Subject> = [],
    open: @escaping Opener,
    opinion: @escaping OpinionOpener = { () throws(SplashError) in nil },
    outlines: @escaping OutlineOpener = { nil }
  ) {
    (self.turn, self.isPhoto, self.order) = (turn, isPhoto, order)
    (self.coming, self.carried) = (coming, carried)
    (self.open, openOpinion, openOutlines) = (open, opinion, outlines)
  }

  /// Moves on to a new frame, which the caller passes to every call until the next one.
  ///
  /// - Parameters:
  ///   - time: presentation time in seconds; nil if unknown.
  ///   - pictures: how many frames ahead of the last one, 1 or more.
  package func turn(
    to picture: borrowing PlaneView, at time: Double? = nil, by pictures: Int = 1
  ) {
    self.time = time
    foreseen?.turn(by: pictures)
    foreseenPeople?.turn(by: pictures)
    // The wide network takes 16:9, the other one a square.
    let isWide = 3 * picture.aspect(turn: turn) > 4
    if networks?.isWide != isWide {
      (networks, foreseen, foreseenPeople) = (Networks(isWide: isWide), nil, nil)
    }
    isCut = cuts.isCut(picture)
    if isCut {
      networks?.people?.forget()
      states = [:]
    }
    (found, close) = ([:], [])
  }

  package func mask(
    of subject: Selection.Subject, in picture: borrowing PlaneView
  ) throws -> NetworkMask {
    if let known = found[subject] { return known }
    let mask: NetworkMask
    let network = try network(for: subject)
    if network.isRecurrent {
      mask = try network.mask(of: picture, turn: turn, after: &states[subject])
    } else if subject == .person {
      mask = try people(with: network, in: picture)
    } else {
      mask = try order.seen(by: network, in: picture, turn: turn)
    }
    found[subject] = mask
    return mask
  }

  /// The mask of all subjects of a kind, which may be carried by motion between key frames.
  ///
  /// - Parameter time: of the frame, in seconds from the beginning of the clip.
  package func carried(
    _ subject: Selection.Subject, in picture: borrowing PlaneView, at time: Double
  ) throws -> NetworkMask {
    guard carried.contains(subject), let coming, case let network = try network(for: subject),
      !network.isRecurrent
    else {
      let mask = try mask(of: subject, in: picture)
      return subject == .person ? try outlined(mask, in: picture) : mask
    }
    if subject == .person {
      if foreseenPeople == nil, let clicks = try openOutlines() {
        let eye = OutlinedPeople(
          whole: network, close: try open(.person, false), opinion: openOpinion, clicks: clicks)
        foreseenPeople = ForeseenSubject(eye, turn: turn, order, coming)
      }
      return try foreseenPeople?.mask(of: picture, at: time) ?? mask(of: subject, in: picture)
    }
    if foreseen == nil { foreseen = ForeseenSubject(network, turn: turn, order, coming) }
    return try foreseen!.mask(of: picture, at: time)
  }

  /// The mask of people fitted to their outlines in a photo; elsewhere the mask itself.
  func outlined(
    _ people: NetworkMask, in picture: borrowing PlaneView
  ) throws -> NetworkMask {
    guard isPhoto, people.area > 0, try !network(for: .person).isRecurrent,
      let clicks = try openOutlines()
    else { return people }
    return try PeopleOutlines.fitted(
      people, in: clicks.look(at: picture, turn: turn), by: clicks)
  }

  /// All subjects of a kind, one by one.
  package func candidates(
    of subject: Selection.Subject, in picture: borrowing PlaneView
  ) throws -> [SubjectCandidate] {
    switch subject {
    case .person: try people(in: picture).candidates.distinct
    case .subject: try candidates(in: picture)
    case .depth: []
    }
  }

  /// People in pieces: people who touch are one piece.
  func people(in picture: borrowing PlaneView) throws -> SubjectPieces {
    try pieces(
      mask(of: .person, in: picture), of: picture, least: SubjectPieces.leastPerson)
  }

  private func people(
    with network: Network, in picture: borrowing PlaneView
  ) throws -> NetworkMask {
    if networks!.people == nil {
      networks!.people = PeopleNetwork(
        whole: network, close: try open(.person, false), opinion: SecondOpinion(openOpinion),
        isPhoto: isPhoto, order: order)
    }
    let gap = time.flatMap { time in peopleTime.map { time - $0 } }
    let mask = try networks!.people!.find(in: picture, turn: turn, after: gap, at: time)
    peopleTime = time
    return mask
  }

  private func network(for subject: Selection.Subject) throws -> Network {
    if let known = networks!.opened[subject] { return known }
    let network = try open(subject, networks!.isWide)
    networks!.opened[subject] = network
    return network
  }

  /// Whether the network for a subject is recurrent, so that its masks are steady already.
  package func isSteady(_ subject: Selection.Subject) throws -> Bool {
    try network(for: subject).isRecurrent
  }

  /// All subjects in the frame, one by one.
  package func candidates(in picture: borrowing PlaneView) throws -> [SubjectCandidate] {
    let found = try mask(of: .subject, in: picture)
    var all: [SubjectCandidate] = []
    for candidate in try pieces(found, of: picture).candidates {
      all += try refined(candidate, found, in: picture)
    }
    return all.distinct
  }

  /// Runs the network on a square around a candidate, which may show that it is several; the
  /// candidate itself if that shows no more.
  private func refined(
    _ candidate: SubjectCandidate, _ found: NetworkMask, in picture: borrowing PlaneView
  ) throws -> [SubjectCandidate] {
    let finer = try square(around: candidate.mask, in: picture).flatMap {
      found.refined(by: try seen($0, in: picture), in: $0.box, around: candidate.mask)
    }
    guard let finer else { return [candidate] }
    let inside = try pieces(finer, of: picture).candidates.filter {
      candidate.mask.share(of: $0.mask) > 0.5
    }
    return inside.isEmpty ? [candidate] : inside
  }

  /// The square around a subject on which to run the network; nil if the square shows no more than
  /// the whole frame, or if the network is recurrent.
  ///
  /// - Parameter subject: the mask in this frame, or in an earlier one.
  func square(
    around subject: NetworkMask, in picture: borrowing PlaneView
  ) throws -> SquareLook? {
    let (aspect, network) = (picture.aspect(turn: turn), try network(for: .subject))
    guard !network.isRecurrent, let box = subject.box(with: nil)?.squared(aspect: aspect),
      box.isWorthALook
    else { return nil }
    return SquareLook(box: box, network: network)
  }

  /// The subject mask in a square.
  func seen(_ look: SquareLook, in picture: borrowing PlaneView) throws -> NetworkMask {
    if let known = close.first(where: { $0.box == look.box }) { return known.mask }
    let mask = try order.seenOnce(by: look, in: picture, turn: turn)
    close.append((look.box, mask))
    return mask
  }

  /// The subject mask of the whole frame, without announcing that the next frames will need one.
  func subjectOnce(in picture: borrowing PlaneView) throws -> NetworkMask {
    if let known = found[.subject] { return known }
    let network = try network(for: .subject)
    guard !network.isRecurrent else { return try mask(of: .subject, in: picture) }
    let mask = try order.seenOnce(by: network, in: picture, turn: turn)
    found[.subject] = mask
    return mask
  }

  /// Orders a run of the subject network on a frame that is yet to come.
  ///
  /// - Parameters:
  ///   - look: on a square of it; nil for the whole frame.
  ///   - distance: how many frames ahead, counting those on which networks run; 1 or more.
  func order(_ look: SquareLook?, distance: Int) throws {
    let network = try network(for: .subject)
    if let look {
      order.order(look, turn: turn, distance: distance)
    } else if !network.isRecurrent {
      order.order(network, turn: turn, distance: distance)
    }
  }

  func pieces(
    _ found: NetworkMask, of picture: borrowing PlaneView, least: Double = SubjectPieces.least
  ) throws -> SubjectPieces {
    let people = try mask(of: .person, in: picture)
    let (sizes, depth) = (picture.size(ofComponent: 1), picture.format.depth)
    return SubjectPieces(
      found, people: people, aspect: picture.aspect(turn: turn), isCut: isCut, least: least
    ) { x, y in
      let place = turn.stored(x, y)
      let column = min(Int(place.x * Double(sizes.width)), sizes.width - 1)
      let row = min(Int(place.y * Double(sizes.height)), sizes.height - 1)
      func chroma(_ index: Int) -> Double {
        Double(picture.code(index, column, row) >> (depth - 8))
      }
      return SIMD2(chroma(1), chroma(2))
    }
  }
}
