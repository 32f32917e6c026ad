/// The networks that the user has fetched, each opened on first use. Any thread.
package final class InstalledNetworks: Sendable {
  /// Shared by the whole process.
  package static let shared = InstalledNetworks()

  private let opened = OpenedNetworks {
    try OnnxRuntime.installed(named: nil, in: OnnxRuntime.userFolder).runtime
  }

  /// Opens all networks that some selections need.
  ///
  /// - Throws: `SplashError` of kind badInput if a network or the runtime is missing, with the
  ///   command that fetches it.
  package func open(for selections: some Sequence<Selection>) throws {
    for selection in selections {
      try selection.askForNetworks {
        try network(for: $0, isWide: $1)
      } thing: {
        try clickNetwork()
      } face: {
        try faceNetwork()
      }
    }
  }

  /// A finder of selections in the frames of a video, one after another.
  package func finder(_ instructionSet: InstructionSet) -> SubjectFinder {
    SubjectFinder(
      turn: .upright, instructionSet,
      sight: SubjectSight(turn: .upright) { try self.network(for: $0, isWide: $1) },
      things: ThingSight(turn: .upright) { try self.clickNetwork() },
      faces: FaceSight(turn: .upright) { try self.faceNetwork() })
  }

  private func network(for subject: Selection.Subject, isWide: Bool) throws -> Network {
    guard subject != .depth else { throw ModelFile.depthIsMissing }
    let model = ModelFile.finding(subject, isWide: isWide)
    return try opened.network(.network(path: model.name)) { runtime in
      try Network(path(of: model), model.form, runtime())
    }
  }

  private func clickNetwork() throws -> ClickNetwork {
    try opened.network(.click) { runtime in
      try ClickNetwork(
        encoder: path(of: .clickEncoder), decoder: path(of: .clickDecoder),
        ModelFile.clickEncoder.form, runtime())
    }
  }

  private func faceNetwork() throws -> FaceNetwork {
    try opened.network(.face) { runtime in try FaceNetwork(path(of: .face), runtime()) }
  }

  /// The path of a network's file.
  private func path(of model: ModelFile) throws -> String {
    let path = "\(OnnxRuntime.userFolder)/\(model.name)"
    guard isThere(path) else { throw model.isMissing(at: path) }
    return path
  }
}

extension ModelFile {
  /// The network that finds a subject in wide frames, or in others.
  package static func finding(_ subject: Selection.Subject, isWide: Bool) -> ModelFile {
    subject == .subject ? .subject : isWide ? .personWide : .person
  }

  /// The error where no network for depth was given.
  package static var depthIsMissing: SplashError {
    SplashError(
      .usage, "near=SHARE", cause: "no AI model for depth was given",
      remedy: "add \(option: "depthModel") FILE")
  }

  package func isMissing(at path: String) -> SplashError {
    SplashError(
      .badInput, "\(path): no such AI model", remedy: "run \(fetching), which fetches it")
  }
}

extension Selection {
  /// Calls the closure for each network that the selection needs.
  package func askForNetworks(
    subject ask: (Subject, _ isWide: Bool) throws -> some Any, thing: () throws -> some Any,
    face: () throws -> some Any
  ) rethrows {
    switch self {
    case .subject(let subject):
      for isWide in [false, true] { _ = try ask(subject, isWide) }
    case .instance(_, let kind, _):
      // Subjects need the mask of people too, to separate people from things.
      for subject in kind == .person ? [.person] : [Subject.person, .subject] {
        for isWide in [false, true] { _ = try ask(subject, isWide) }
      }
    case .near: _ = try ask(.depth, true)
    case .thing: _ = try thing()
    case .face: _ = try face()
    default: break
    }
  }
}
