internal import CFFmpeg

/// Destination of an output. Before anything is touched, it decides whether it may be written.
enum OutputPlace {
  case file(OutputFile)
  /// For containers that open their files by themselves.
  case files(OutputFiles)
  /// A server, or no file at all.
  case address

  /// Which time counts as writing there; waiting for a pipe or the network does not.
  var time: StageClock.Time {
    switch self {
    case .file(let file): file.io.time
    case .files: .elapsed
    case .address: .processor
    }
  }

  /// - Parameters:
  ///   - output: a path, an address, or `-` for standard output.
  ///   - inputs: names of the files that are read, which must not be replaced.
  /// - Throws: `SplashError` of kind badInput or usage when the output must not be written.
  init(
    _ output: String, muxer: UnsafePointer<AVOutputFormat>, options: OutputOptions,
    inputs: [String]
  ) throws(SplashError) {
    let container = String(cString: muxer.pointee.name)
    guard !["tee", "fifo", "fifo_test"].contains(container) else {
      throw SplashError(
        .usage, "\(option: "format") \(container)",
        cause: "it opens outputs that splash cannot guard",
        remedy: "give -o several times")
    }
    let inputs = FileIdentity.files(of: inputs)
    if output == "-" {
      self = .file(try OutputFile(inputs: inputs))
    } else if try Self.isAddress(output) || container == "null" {
      self = .address
    } else if muxer.pointee.flags & AVFMT_NOFILE != 0 {
      try Self.checkFiles(output, container: container, options: options, inputs: inputs)
      self = .files(
        OutputFiles(
          overwrite: options.overwrite, inputs: inputs,
          publishesAtOnce: options.isLive && container != "image2"))
    } else {
      self = .file(try OutputFile(output, overwrite: options.overwrite, inputs: inputs))
    }
  }

  /// Whether a name begins with a protocol that FFmpeg can write to.
  ///
  /// - Throws: `SplashError` of kind usage for protocols that write files without splash's checks.
  private static func isAddress(_ output: String) throws(SplashError) -> Bool {
    guard let scheme = output.firstMatch(of: /^([a-zA-Z][a-zA-Z0-9+.\-]*):/)?.1, scheme != "file",
      protocols.contains(String(scheme))
    else { return false }
    guard !["crypto", "md5", "pipe", "tee"].contains(scheme) else {
      throw SplashError(
        .usage, "\(output): cannot write to \(scheme):",
        remedy: "name a file, - for standard output, or an address on the network")
    }
    return true
  }

  private static let protocols: Set<String> = {
    var names: Set<String> = []
    var state: UnsafeMutableRawPointer?
    while let name = avio_enum_protocols(&state, 1) { names.insert(String(cString: name)) }
    return names
  }()

  /// Checks existing files under names that the container may use.
  private static func checkFiles(
    _ output: String, container: String, options: OutputOptions, inputs: Set<FileIdentity>
  ) throws(SplashError) {
    let path = filePath(of: output)
    let stem = path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    let segments =
      switch container {
      case "hls": NumberedName("\(stem)%d.ts")?.existing ?? []
      case "dash": dashSegments(beside: path)
      default: [String]()
      }
    let existing = (NumberedName(output)?.existing ?? [path]) + segments
    for file in existing {
      guard let identity = FileIdentity(path: file) else { continue }
      guard !inputs.contains(identity) else { throw NewFile.isInput(file) }
      let replacesPieceByPiece = !["image2", "hls", "segment", "stream_segment"].contains(container)
      guard options.overwrite || replacesPieceByPiece && !options.isLive else {
        throw NewFile.exists(file)
      }
      guard !replacesPieceByPiece || options.isLive else {
        throw SplashError(
          .badInput, "\(file): already exists",
          cause: "\(container) replaces files before the new ones are complete",
          remedy: "choose another name, or remove the old files first")
      }
    }
  }

  /// Default names of a DASH manifest's segments that exist.
  private static func dashSegments(beside path: String) -> [String] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return (Folder.names(in: folder) ?? []).filter {
      $0.wholeMatch(of: /(init-stream\d+|chunk-stream\d+-\d+)\.m4s/) != nil
    }.map { folder + $0 }
  }

  // MARK: - The end

  /// Closes all open files.
  ///
  /// - Parameter isWanted: whether to keep them.
  /// - Returns: 0, or a negative status when the last bytes could not be stored.
  func close(isWanted: Bool) -> Int32 {
    if case .file(let file) = self { file.close(isWanted: isWanted) } else { 0 }
  }

  /// Removes the files that were written.
  func abandon() {
    switch self {
    case .file(let file):
      file.close(isWanted: false)
      file.file?.discard()
    case .files(let files): files.abandon()
    case .address: break
    }
  }

  /// Moves the output to its place.
  func publish() throws(SplashError) {
    switch self {
    case .file(let file): try file.file?.publish()
    case .files(let files): try files.publish()
    case .address: break
    }
  }

  /// Moves an incomplete file that grew in its place beside it. Files of a list stay in the list's
  /// place.
  func setAside() throws(SplashError) {
    if case .file(let file) = self { try file.file?.setAside() }
  }

  /// Temporary path of the output until it takes its place.
  var partialPath: String? {
    switch self {
    case .file(let file): file.file?.partialPath
    case .files(let files): files.partialPath
    case .address: nil
    }
  }

  /// Why a file of the container could not be opened.
  var failure: SplashError? {
    if case .files(let files) = self { files.failure } else { nil }
  }

  /// Makes a waiting write give up soon. Any thread.
  func interrupt() {
    if case .file(let file) = self { file.io.interrupt() }
  }
}

/// How much space must be free before another packet is written.
struct Room {
  private var packets: Int64 = 0
  private var bytes: Int64 = 0

  mutating func add(_ size: Int32) {
    packets += 1
    bytes += Int64(size)
  }

  /// The file's size after all given packets and the tables at its end.
  ///
  /// A table takes up to 40 bytes a packet in MP4 and less elsewhere; the rest is a margin for the
  /// container's own bytes per packet.
  ///
  /// - Parameter position: of the next byte. It does not include packets that wait for those of
  ///   another stream.
  func end(at position: Int64) -> Int64 {
    max(position, bytes) + 96 * packets + (64 << 10)
  }
}
