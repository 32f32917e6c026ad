internal import SplashSubjects

extension SubjectFinder {
  /// - Parameters:
  ///   - turn: for display.
  ///   - files: open the networks.
  ///   - isLive: whether no frame waits for networks; the slow one for second opinions is then not
  ///     used.
  ///   - ahead: runs networks on frames before they are drawn.
  convenience init(
    turn: Turn, _ instructionSet: InstructionSet, _ files: LookFiles, isLive: Bool = false,
    ahead: LookAhead? = nil
  ) {
    let order: any LookingOrder = ahead?.order ?? LookingAtOnce()
    let opinion: SubjectSight.OpinionOpener = { () throws(SplashError) in
      isLive ? nil : try files.openOpinion()
    }
    self.init(
      turn: turn, instructionSet,
      sight: SubjectSight(
        turn: turn, isPhoto: files.isPhoto, order: order,
        coming: ahead?.pictures, carried: ahead?.carried ?? [], open: files.openNetwork,
        opinion: opinion, outlines: files.openOutlines),
      things: ThingSight(turn: turn, coming: ahead?.pictures, open: files.openClick),
      faces: FaceSight(
        turn: turn, files.isPhoto ? .photo : isLive ? .live : .film, order: order,
        open: files.openFaces))
  }

  /// Like `find` for planes, with a frame in a native format.
  func find(
    _ wanted: Set<Selection>, in frame: borrowing Frame, number: Int, at time: Double,
    stability: Double, past: [Selection: PackedMask] = [:]
  ) throws -> Found {
    let stamp = frame.presentationTime
    return try frame.withPlanes {
      try find(
        wanted, in: $0, at: stamp, number: number, clipTime: time, stability: stability, past: past)
    }!
  }
}
