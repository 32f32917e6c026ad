package import SplashBase
package import SplashLook

/// The networks that a user has fetched, each opened when it is wanted first. Any thread.
package final class InstalledNetworks: Sendable {
  /// Those of this process.
  package static let shared = InstalledNetworks()

  private let opened = OpenedNetworks {
    try OnnxRuntime.installed(named: nil, in: OnnxRuntime.userFolder).runtime
  }

  /// Opens what is to find some selections.
  ///
  /// - Throws: `SplashError` of kind badInput for a network or a runtime that is not there; it says
  ///   what to do.
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

  /// Who finds things in the pictures of a video, one after another.
  package func finder(_ instructionSet: InstructionSet) -> SubjectFinder {
    SubjectFinder(
      turn: .upright, instructionSet,
      sight: SubjectSight(turn: .upright) { try self.network(for: $0, isWide: $1) },
      things: ThingSight(turn: .upright) { try self.clickNetwork() },
      faces: FaceSight(turn: .upright) { try self.faceNetwork() })
  }

  private func network(for subject: Selection.Subject, isWide: Bool) throws -> Network {
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

  /// Where a network is.
  private func path(of model: ModelFile) throws -> String {
    let path = "\(OnnxRuntime.userFolder)/\(model.name)"
    guard isThere(path) else { throw model.isMissing(at: path) }
    return path
  }
}

extension ModelFile {
  /// What finds a subject in pictures that are wide, or are not.
  package static func finding(_ subject: Selection.Subject, isWide: Bool) -> ModelFile {
    subject == .subject ? .subject : isWide ? .personWide : .person
  }

  package func isMissing(at path: String) -> SplashError {
    SplashError(
      .badInput, "\(path): no such network", remedy: "run \(fetching), which fetches it")
  }
}

extension Selection {
  /// Asks for each network that finds it.
  package func askForNetworks(
    subject ask: (Subject, _ isWide: Bool) throws -> some Any, thing: () throws -> some Any,
    face: () throws -> some Any
  ) rethrows {
    switch self {
    case .subject(let subject):
      for isWide in [false, true] { _ = try ask(subject, isWide) }
    case .instance(_, let kind, _):
      // What stands out is told from people.
      for subject in kind == .person ? [.person] : Subject.allCases {
        for isWide in [false, true] { _ = try ask(subject, isWide) }
      }
    case .thing: _ = try thing()
    case .face: _ = try face()
    default: break
    }
  }
}
