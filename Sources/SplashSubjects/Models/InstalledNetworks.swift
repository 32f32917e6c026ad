package import SplashBase
package import SplashLook
internal import Synchronization

/// The networks that a user has fetched, each opened when it is wanted first. Any thread.
package final class InstalledNetworks: Sendable {
  /// Those of this process.
  package static let shared = InstalledNetworks()

  private let opened = Mutex(Opened())

  private struct Opened {
    var runtime: OnnxRuntime?
    var networks: [String: Network] = [:]
    var click: ClickNetwork?
    var face: FaceNetwork?

    /// Where a network is, and what it runs in.
    mutating func place(of model: ModelFile) throws(SplashError) -> (String, OnnxRuntime) {
      let folder = OnnxRuntime.userFolder
      let path = "\(folder)/\(model.name)"
      guard isThere(path) else { throw model.isMissing(at: path) }
      if let runtime { return (path, runtime) }
      let fresh = try OnnxRuntime.installed(named: nil, in: folder).runtime
      runtime = fresh
      return (path, fresh)
    }
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
    return try opened.withLock { opened in
      if let network = opened.networks[model.name] { return network }
      let (path, runtime) = try opened.place(of: model)
      let network = try Network(path, model.form, runtime)
      opened.networks[model.name] = network
      return network
    }
  }

  private func clickNetwork() throws -> ClickNetwork {
    try opened.withLock { opened in
      if let network = opened.click { return network }
      let (encoder, runtime) = try opened.place(of: .clickEncoder)
      let network = try ClickNetwork(
        encoder: encoder, decoder: opened.place(of: .clickDecoder).0, ModelFile.clickEncoder.form,
        runtime)
      opened.click = network
      return network
    }
  }

  private func faceNetwork() throws -> FaceNetwork {
    try opened.withLock { opened in
      if let network = opened.face { return network }
      let (path, runtime) = try opened.place(of: .face)
      let network = try FaceNetwork(path, runtime)
      opened.face = network
      return network
    }
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
    case .mask, .region, .object, .window, .inPixels: break
    }
  }
}
