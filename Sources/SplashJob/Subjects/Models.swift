internal import Foundation

/// The networks and their runtime, each opened when it is first needed. Any thread.
public final class Models: Sendable {
  public struct Places: Equatable, Sendable {
    /// Folder of the networks; nil for the user's cache.
    public var folder: String?
    /// ONNX Runtime's library; nil for that in the folder or the system's.
    public var runtime: String?
    /// The network that finds `person`.
    public var person = PersonNetwork.auto
    /// The user's own network that finds `subject`, and the form of its input.
    public var subject: (file: String, form: NetworkForm)?
    /// The user's own network that estimates depth, and the form of its input.
    public var depth: (file: String, form: NetworkForm)?
    /// The user's own networks that find the thing at a point.
    public var thing: (encoder: String, decoder: String)?
    /// Threads of a look of the networks that find the thing at a point; 1 or more. Results do not
    /// depend on it.
    public var threads = Job.Request.defaultSubjectThreads

    public init() {}

    public static func == (one: Places, other: Places) -> Bool {
      one.folder == other.folder && one.runtime == other.runtime && one.person == other.person
        && one.subject?.file == other.subject?.file && one.subject?.form == other.subject?.form
        && one.depth?.file == other.depth?.file && one.depth?.form == other.depth?.form
        && one.thing?.encoder == other.thing?.encoder && one.thing?.decoder == other.thing?.decoder
    }
  }

  /// The networks that find people.
  public enum PersonNetwork: String, CaseIterable, Sendable {
    /// `outline` in photos if its networks are installed, else `selfie`.
    case auto
    /// Small and fast.
    case selfie
    /// As `selfie`, with the outlines of the networks for clicks, in photos and in key frames of
    /// files.
    case outline
    /// Uses earlier frames, and is downloaded only when it is named.
    case matte
  }

  /// The folder of the networks.
  public let folder: String
  private let places: Places
  private let memory: Int
  private let opened: OpenedNetworks
  private let shared = SharedSessions()

  public convenience init(_ places: Places = Places()) { self.init(places, memory: 0, nil) }

  /// - Parameters:
  ///   - memory: how many of its last masks each network keeps, for frames that come again.
  ///   - shared: networks that it uses together with others; nil for its own.
  private init(_ places: Places, memory: Int, _ shared: SharedSessions?) {
    (self.places, self.memory) = (places, memory)
    let folder = places.folder ?? OnnxRuntime.userFolder
    self.folder = folder
    opened = OpenedNetworks {
      try OnnxRuntime.installed(named: places.runtime, in: folder, shared: shared).runtime
    }
  }

  /// The same networks, shared with all others that this returns: they are in memory once and take
  /// turns. `end()` and `close()` of one leave the others as they are.
  ///
  /// - Parameter memory: how many of its last masks each network keeps, for frames that come again.
  package func sharing(memory: Int) -> Models { Models(places, memory: memory, shared) }

  /// Aborts the networks' present work with an error, and lets none run any more. Any thread.
  package func end() { opened.end() }

  /// Frees the networks and the masks that they keep; each is opened again when it is needed. Any
  /// thread.
  package func close() { opened.close() }

  /// The network that finds a subject.
  ///
  /// - Parameter isWide: whether frames are wide.
  /// - Throws: `SplashError` of kind badInput for a network or a runtime that is missing or
  ///   invalid; it says what to do.
  package func network(for subject: Selection.Subject, isWide: Bool) throws -> Network {
    if let (file, form) = own(subject) {
      return try opened.network(.network(path: file)) {
        try Network(file, form, $0(), memory: memory)
      }
    }
    guard subject != .depth else { throw ModelFile.depthIsMissing }
    let model: ModelFile =
      subject == .person && places.person == .matte
      ? .matte : .finding(subject, isWide: isWide)
    let path = path(of: model)
    return try opened.network(.network(path: path)) { open in
      let runtime = try open()
      try check(model)
      return try Network(path, model.form, runtime, memory: memory)
    }
  }

  /// The user's own network for a subject, and the form of its input.
  private func own(_ subject: Selection.Subject) -> (file: String, form: NetworkForm)? {
    switch subject {
    case .person: nil
    case .subject: places.subject
    case .depth: places.depth
    }
  }

  /// How many earlier and later frames the masks for settings depend on; for networks with memory
  /// all earlier ones. A network that cannot be opened is reported where it is used.
  func memory(for settings: [SplashSettings]) -> PictureMemory {
    let wanted = Set(settings.flatMap(\.selections))
    let matte = wanted.contains(.subject(.person)) && places.person == .matte
    let remembers =
      matte
      || wanted.compactMap(\.kind).contains { kind in
        own(kind) != nil && (try? network(for: kind, isWide: true).isRecurrent) == true
      }
    return settings.map(\.memory)
      .reduce(PictureMemory(seconds: remembers ? .infinity : 0)) { $0.union($1) }
  }

  /// The network that is asked where that for people is unsure: splash's own network for `subject`,
  /// even where the user has another; nil where it is not installed.
  package func opinionNetwork() -> Network? {
    let path = path(of: .subject)
    return try? opened.network(.network(path: path)) { open in
      try check(.subject)
      return try Network(path, ModelFile.subject.form, open(), memory: memory)
    }
  }

  /// The networks that find the thing at a point.
  ///
  /// - Throws: `SplashError` of kind badInput for a network or a runtime that is missing or
  ///   invalid; it says what to do.
  package func clickNetwork() throws -> ClickNetwork {
    try opened.network(.click) { runtime in
      if places.thing == nil {
        for model in [ModelFile.clickEncoder, .clickDecoder] { try check(model) }
      }
      let files = clickFiles
      return try ClickNetwork(
        encoder: files.encoder, decoder: files.decoder, ModelFile.clickEncoder.form, runtime(),
        memory: min(memory, Self.looks), threads: places.threads)
    }
  }

  /// The networks that find the outlines of people; nil if their masks stay as they are.
  ///
  /// - Throws: as `clickNetwork()` does if they were named.
  package func outlineNetwork(isPhoto: Bool) throws -> ClickNetwork? {
    switch places.person {
    case .auto: isPhoto && hasClicks ? try? clickNetwork() : nil
    case .outline: try clickNetwork()
    case .selfie, .matte: nil
    }
  }

  /// Whether people in files are looked for in key frames.
  var carriesPeople: Bool { places.person == .outline }

  /// The network that finds faces.
  ///
  /// - Throws: `SplashError` of kind badInput for a network or a runtime that is missing or
  ///   invalid; it says what to do.
  package func faceNetwork() throws -> FaceNetwork {
    try opened.network(.face) { runtime in
      try check(.face)
      return try FaceNetwork(path(of: .face), runtime(), memory: memory)
    }
  }

  /// Whether files for `clickNetwork()` exist; they are not checked.
  var hasClicks: Bool {
    [clickFiles.encoder, clickFiles.decoder].allSatisfy(FileManager.default.fileExists)
  }

  private var clickFiles: (encoder: String, decoder: String) {
    places.thing ?? (path(of: .clickEncoder), path(of: .clickDecoder))
  }

  /// Maximum number of frames whose click encodings are kept: 2.4 MB each.
  private static let looks = 8

  /// The checksums of the expected networks by name; the user's own files are read.
  ///
  /// - Throws: `SplashError` of kind badInput when one cannot be read.
  func contents() throws -> [String: String] {
    var contents = Dictionary(uniqueKeysWithValues: ModelFile.all.map { ($0.name, $0.checksum) })
    for subject in Selection.Subject.allCases {
      guard let (file, form) = own(subject) else { continue }
      let size = [form.size.width, form.size.height]
      let values = "\(form.stretches) \(form.inverts) \(form.ratio)"
      contents[subject.rawValue] =
        "\(try sha256(ofFile: file)) \(form.mean) \(form.deviation) \(size) \(values)"
    }
    contents["person"] =
      places.person.rawValue + (places.person == .auto && hasClicks ? " outline" : "")
    if let (encoder, decoder) = places.thing {
      contents["thing"] = "\(try sha256(ofFile: encoder)) \(try sha256(ofFile: decoder))"
    }
    return contents
  }

  /// The user's own files among them, as they were named.
  var files: [String] {
    Selection.Subject.allCases.compactMap { own($0)?.file }
      + [places.thing?.encoder, places.thing?.decoder, places.runtime].compactMap(\.self)
  }

  /// The expected path of a network.
  public func path(of model: ModelFile) -> String { "\(folder)/\(model.name)" }

  /// Checks that a network is installed and has the expected contents.
  ///
  /// - Throws: `SplashError` of kind badInput that says what is wrong.
  public func check(_ model: ModelFile) throws {
    let path = path(of: model)
    guard FileManager.default.fileExists(atPath: path) else {
      throw model.isMissing(at: path)
    }
    let checksum = try sha256(ofFile: path)
    guard checksum == model.checksum else {
      throw SplashError(
        .badInput, "\(path): not the AI model that splash knows",
        cause: "its SHA-256 begins with \(checksum.prefix(12))",
        remedy: "run \(model.fetching), which fetches the right one")
    }
  }

  /// The path of the runtime, and its version.
  ///
  /// - Throws: `SplashError` of kind badInput where there is none.
  public func runtimeVersion() throws -> (library: String, version: String) {
    let found = try OnnxRuntime.installed(named: places.runtime, in: folder)
    return (found.library, found.runtime.version)
  }
}
