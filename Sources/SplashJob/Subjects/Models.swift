internal import Foundation
internal import SplashCore
internal import SplashFilter
public import SplashSubjects

/// Where networks and their runtime are, each opened when it is wanted first. Any thread.
public final class Models: Sendable {
  public struct Places: Equatable, Sendable {
    /// Of the networks; nil for the user's own.
    public var folder: String?
    /// ONNX Runtime's library; nil for that in the folder or the system's.
    public var runtime: String?
    /// What finds `person`.
    public var person = PersonNetwork.selfie
    /// A network of the user's own that finds `subject`, and how it wants its pictures.
    public var subject: (file: String, form: NetworkForm)?
    /// Networks of the user's own that find what is pointed at.
    public var thing: (encoder: String, decoder: String)?

    public init() {}

    public static func == (one: Places, other: Places) -> Bool {
      one.folder == other.folder && one.runtime == other.runtime && one.person == other.person
        && one.subject?.file == other.subject?.file && one.subject?.form == other.subject?.form
        && one.thing?.encoder == other.thing?.encoder && one.thing?.decoder == other.thing?.decoder
    }
  }

  /// The networks that find people.
  public enum PersonNetwork: String, CaseIterable, Sendable {
    /// Small and fast.
    case selfie
    /// It remembers the pictures before, and is fetched by its name alone.
    case matte
  }

  /// Where the networks are.
  public let folder: String
  private let places: Places
  private let memory: Int
  private let opened: OpenedNetworks

  public convenience init(_ places: Places = Places()) { self.init(places, memory: 0) }

  /// - Parameter memory: how many of the last masks each network keeps for pictures that come
  ///   again.
  private init(_ places: Places, memory: Int) {
    (self.places, self.memory) = (places, memory)
    let folder = places.folder ?? OnnxRuntime.userFolder
    self.folder = folder
    opened = OpenedNetworks {
      // Who looks again and again waits, and keeps no more than he must meanwhile.
      let runtime = try OnnxRuntime.installed(
        named: places.runtime, in: folder, givesBack: memory > 0)
      return runtime.runtime
    }
  }

  /// The same networks, for somebody who looks at pictures again and again.
  ///
  /// - Parameter memory: how many of the last masks each network keeps.
  package func remembering(_ memory: Int) -> Models { Models(places, memory: memory) }

  /// Ends what the networks are doing, which fails, and lets none run any more. Any thread.
  package func end() { opened.end() }

  /// Lets go of the networks and of what they remember; each is opened anew when it is wanted again.
  /// Any thread.
  package func close() { opened.close() }

  /// The network that finds a subject.
  ///
  /// - Parameter isWide: in wide pictures.
  /// - Throws: `SplashError` of kind badInput for a network or a runtime that is not there or not
  ///   what it should be; it says what to do.
  package func network(for subject: Selection.Subject, isWide: Bool) throws -> Network {
    if subject == .subject, let (file, form) = places.subject {
      return try opened.network(.network(path: file)) {
        try Network(file, form, $0(), memory: memory)
      }
    }
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

  /// How far back pictures count for settings; for networks that remember to the first. A network that
  /// cannot be opened is told of where it is used.
  func memory(for settings: [SplashSettings]) -> PictureMemory {
    let wanted = Set(settings.flatMap(\.selections))
    let matte = wanted.contains(.subject(.person)) && places.person == .matte
    let own = places.subject != nil && wanted.contains(.subject(.subject))
    let remembers =
      matte || own && (try? network(for: .subject, isWide: true).isRecurrent) == true
    return settings.map(\.memory)
      .reduce(PictureMemory(seconds: remembers ? .infinity : 0)) { $0.union($1) }
  }

  /// The network that is asked where that for people is unsure: that of splash for what stands out,
  /// whatever the user's own is; nil where it is not there.
  package func opinionNetwork() -> Network? {
    let path = path(of: .subject)
    return try? opened.network(.network(path: path)) { open in
      try check(.subject)
      return try Network(path, ModelFile.subject.form, open(), memory: memory)
    }
  }

  /// The networks that find what is pointed at.
  ///
  /// - Throws: `SplashError` of kind badInput for a network or a runtime that is not there or not
  ///   what it should be; it says what to do.
  package func clickNetwork() throws -> ClickNetwork {
    try opened.network(.click) { runtime in
      if places.thing == nil {
        for model in [ModelFile.clickEncoder, .clickDecoder] { try check(model) }
      }
      let files = clickFiles
      return try ClickNetwork(
        encoder: files.encoder, decoder: files.decoder, ModelFile.clickEncoder.form, runtime(),
        memory: min(memory, Self.looks))
    }
  }

  /// The network that finds faces.
  ///
  /// - Throws: `SplashError` of kind badInput for a network or a runtime that is not there or not
  ///   what it should be; it says what to do.
  package func faceNetwork() throws -> FaceNetwork {
    try opened.network(.face) { runtime in
      try check(.face)
      return try FaceNetwork(path(of: .face), runtime(), memory: memory)
    }
  }

  /// Whether there are files for `clickNetwork()`, whatever they are.
  var hasClicks: Bool {
    [clickFiles.encoder, clickFiles.decoder].allSatisfy(FileManager.default.fileExists)
  }

  private var clickFiles: (encoder: String, decoder: String) {
    places.thing ?? (path(of: .clickEncoder), path(of: .clickDecoder))
  }

  /// As many pictures are remembered at most as have been looked at for clicks: 2.4 MB each.
  private static let looks = 8

  /// What networks there are to be, by their contents; that of the user's own is read.
  ///
  /// - Throws: `SplashError` of kind badInput when it cannot be.
  func contents() throws -> [String: String] {
    var contents = Dictionary(uniqueKeysWithValues: ModelFile.all.map { ($0.name, $0.checksum) })
    if let (file, form) = places.subject {
      let size = [form.size.width, form.size.height]
      contents["subject"] =
        "\(try sha256(ofFile: file)) \(form.mean) \(form.deviation) \(size) \(form.stretches) \(form.ratio)"
    }
    contents["person"] = places.person.rawValue
    if let (encoder, decoder) = places.thing {
      contents["thing"] = "\(try sha256(ofFile: encoder)) \(try sha256(ofFile: decoder))"
    }
    return contents
  }

  /// The files of the user's own among them, as they were named.
  var files: [String] {
    [places.subject?.file, places.thing?.encoder, places.thing?.decoder, places.runtime]
      .compactMap(\.self)
  }

  /// Where a network should be.
  public func path(of model: ModelFile) -> String { "\(folder)/\(model.name)" }

  /// Whether a network is there and the one that splash knows.
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
        .badInput, "\(path): not the network that splash knows",
        cause: "its SHA-256 begins with \(checksum.prefix(12))",
        remedy: "run \(model.fetching), which fetches the right one")
    }
  }

  /// Where the runtime is, and its version.
  ///
  /// - Throws: `SplashError` of kind badInput where there is none.
  public func runtimeVersion() throws -> (library: String, version: String) {
    let found = try OnnxRuntime.installed(named: places.runtime, in: folder)
    return (found.library, found.runtime.version)
  }
}
