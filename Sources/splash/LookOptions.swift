import ArgumentParser
import Foundation
import SplashJob

/// The look: `SplashSettings` as flags.
struct LookOptions: ParsableArguments {
  @OptionGroup var fields: FieldOptions<SettingField>

  @Option(
    help: .of("Take a look by its name, as splash presets lists it; flags win over it.", "NAME"))
  var use: String?

  @Option(
    help: .of("Read look settings from JSON; flags win over it.", "FILE"),
    completion: .file(extensions: ["json"]))
  var settings: String?

  @Option(
    help: .of("Write the look settings as JSON.", "FILE"),
    completion: .file(extensions: ["json"]))
  var saveSettings: String?

  @Option(
    help: .of(
      "Select colors under the light of this photo or frame, in which they were chosen.",
      "FILE[@TIME]"), completion: .file())
  var like: String?

  @OptionGroup var allowed: AllowedFiles

  /// The validated settings of the file and the flags; those before the first keyframe where the
  /// file has keyframes.
  func resolve() throws -> SplashSettings { try resolveInTime().base }

  /// The same with the file's keyframes, based on those settings.
  func resolveInTime() throws -> LookTimeline {
    guard settings == nil || use == nil else {
      throw SplashError(
        .usage, "--use and --settings", cause: "they exclude each other", remedy: "give one look")
    }
    let read = try settings.map { try LookOptions.read($0) }
    let file = try read?.look ?? use.map(PresetShelf.look)
    var (look, own) = (file?.base ?? SplashSettings(), SplashSettings())
    for (field, words) in fields.given {
      let words = field.key == "paint" ? try words.flatMap(Self.strokes) : words
      try field.read(words, into: &look)
      try field.read(words, into: &own)
    }
    if let like {
      guard look.whiteBalance.anchor != nil || look.whiteBalance == .auto else {
        throw SplashError(
          .usage, "--like and --white-balance \(look.whiteBalance.text)",
          cause: "both say what the light is", remedy: "leave one out")
      }
      look.whiteBalance = .like(try LightAnchor(at: like))
    }
    try look.validate()
    let result = try file?.rebased(on: look) ?? LookTimeline(base: look, entries: [])
    if let settings, let read {
      try allowed.check(result, of: settings, isNote: read.isNote, named: own.files)
    }
    return result
  }

  /// The files from which settings are read.
  var files: [String] {
    get throws {
      try (settings.map { [$0] } ?? [])
        + (use.flatMap { try PresetShelf.file(of: $0) }.map { [$0] } ?? [])
        + (like.map { [LightAnchor.parts(of: $0).input] } ?? []) + paintFiles
    }
  }

  /// The files from which strokes are read.
  private var paintFiles: [String] {
    fields.given.filter { $0.field.key == "paint" }.flatMap(\.words)
      .filter { !PaintStroke.isWritten($0) }
  }

  /// The strokes in a word after `--paint`: its own, or those of the file that it names.
  private static func strokes(_ word: String) throws -> [String] {
    guard !PaintStroke.isWritten(word) else { return [word] }
    let data = try bytes(
      of: word, flag: "--paint", like: "a JSON list of strokes, or stroke=RADIUS,X,Y,X,Y…")
    do {
      return try PaintStroke.texts(json: data)
    } catch let error as SettingError {
      throw SplashError(.usage, "--paint \(word): \(error)")
    }
  }

  /// - Parameter flag: the flag that names the file, for errors.
  /// - Returns: the look, and whether it was read from the comment of a clip or photo.
  static func read(
    _ path: String, flag: String = "--settings"
  ) throws -> (look: LookTimeline, isNote: Bool) {
    if let look = try noted(path, flag) { return (look, true) }
    let data = try bytes(of: path, flag: flag, like: "a file that --save-settings wrote")
    do {
      return (try LookTimeline(document: data), false)
    } catch let error as SettingError {
      throw SplashError(.usage, "\(flag) \(path): \(error)")
    }
  }

  /// The settings in the comment of a clip or photo; nil for a file that is neither.
  private static func noted(_ path: String, _ flag: String) throws -> LookTimeline? {
    guard path.fileKind == S_IFREG, path.withPath({ access($0, R_OK) }) == 0, !beginsAsJSON(path)
    else { return nil }
    do {
      if let photo = try notedLook(ofPhoto: path) {
        if let photo { return photo }
      } else {
        guard let film = try? FFmpegSource(path, options: InputOptions()) else { return nil }
        defer { film.close() }
        if let look = try film.media.notedLook { return look }
      }
    } catch let error as SettingError {
      throw SplashError(.usage, "\(flag) \(path): \(error)")
    }
    throw SplashError(
      .usage, "\(flag) \(path)", cause: "its comment does not say with what it was made",
      remedy: "give a clip or photo that splash wrote, or a file that --save-settings wrote"
    )
  }

  private static func beginsAsJSON(_ path: String) -> Bool {
    let descriptor = path.withPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return true }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let start = (try? file.read(upToCount: 4096)) ?? Data()
    return start.first { !" \t\r\n".utf8.contains($0) }.map { "{[\"".utf8.contains($0) } ?? true
  }

  /// The contents of a JSON file.
  static func bytes(of path: String, flag: String, like kind: String) throws -> Data {
    let data: Data
    let limit = 1 << 20
    guard path.fileKind != S_IFDIR else {
      throw SplashError(
        .badInput, "\(flag) \(path): it is a folder",
        remedy: "give \(kind)")
    }
    let descriptor = path.withPath { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else {
      throw SplashError(
        .badInput, "\(flag) \(path): cannot read", cause: systemMessage(errno),
        remedy: "give \(kind)")
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do { data = try file.read(upToCount: limit + 1) ?? Data() } catch {
      throw SplashError(
        .badInput, "\(flag) \(path): cannot read", cause: error.localizedDescription)
    }
    guard data.count <= limit else {
      throw SplashError(
        .usage, "\(flag) \(path)", cause: "it is longer than a megabyte", remedy: "give \(kind)")
    }
    return data
  }
}

extension LightAnchor {
  /// The file and the time of `FILE` or `FILE@TIME`; a name that is a file's as it stands has no
  /// time.
  fileprivate static func parts(of place: String) -> (input: String, time: String?) {
    guard place.fileKind == nil, let at = place.lastIndex(of: "@") else { return (place, nil) }
    return (String(place[..<at]), String(place[place.index(after: at)...]))
  }

  /// Reads `FILE` or `FILE@TIME`.
  fileprivate init(at place: String) throws {
    let (input, time) = Self.parts(of: place)
    var options = InputOptions()
    options.start = try time.map { try seconds($0, "--like \(input)@") }
    guard input != "-" else {
      throw SplashError(
        .usage, "--like -", cause: "standard input can be read once only",
        remedy: "give a file, like still.jpg or clip.mp4@3")
    }
    self = try LightAnchor(of: input, options: options)
  }
}
