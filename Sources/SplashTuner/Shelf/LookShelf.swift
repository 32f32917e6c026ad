internal import Foundation
internal import Glibc

/// The LUTs and pictures that a page may make a look from: files in the folders that it may name,
/// and uploaded ones, which are stored in a folder of the user's.
struct LookShelf: Sendable {
  /// A file that may make a look.
  struct Item: Encodable, Equatable {
    /// Its name in settings.
    var file: String
    /// Its name without the folder.
    var name: String
    /// Whether it was uploaded by a page.
    var isOwn: Bool
  }

  /// The input, which cannot be its own look.
  private let input: String
  /// The folder of the input, which ends in a slash; nil for an input that is no file.
  private let beside: String?
  private let allowed: [String]
  /// The folder of uploads; nil where there is none.
  let own: String?

  private static let tables = [".cube", ".3dl"]
  private static let pictures = [
    ".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp", ".avif", ".heic", ".heif",
  ]
  /// Maximum number of listed files, maximum depth of folders, and maximum number of names read per
  /// named folder.
  static let limit = 200
  private static let depth = 4
  private static let nameLimit = 10_000

  init(input: String, allowed: [String], own: String?) {
    (self.input, self.allowed, self.own) = (input, allowed, own)
    beside = ExportPlace(of: input)?.folder
  }

  static func isTable(_ name: String) -> Bool { ends(name, in: tables) }

  /// Whether a file may be a look, by its extension.
  static func isLook(_ name: String) -> Bool { ends(name, in: tables + pictures) }

  private static func ends(_ name: String, in endings: [String]) -> Bool {
    let name = name.lowercased()
    return endings.contains { name.hasSuffix($0) }
  }

  /// The files: uploaded ones first, then LUTs before pictures; and the number of further ones.
  /// Slow.
  func items() -> (items: [Item], more: Int) {
    var all: [Item] = []
    func add(_ folder: String, isOwn: Bool = false, depth: Int = 1) {
      var names = 0
      Self.add(folder, isOwn: isOwn, depth: depth, to: &all, &names)
    }
    if let own { add(own + "/", isOwn: true) }
    if let beside { add(beside == "./" ? "" : beside) }
    for folder in allowed { add(folder.hasSuffix("/") ? folder : folder + "/", depth: Self.depth) }
    var seen: Set<FileIdentity> = FileIdentity.files(of: input)
    let others = all.filter { item in
      guard let identity = FileIdentity(path: item.file) else { return false }
      return seen.insert(identity).inserted
    }
    func rank(_ item: Item) -> Int { item.isOwn ? 0 : Self.isTable(item.name) ? 1 : 2 }
    let sorted = (0...2).flatMap { wanted in others.filter { rank($0) == wanted } }
    return (Array(sorted.prefix(Self.limit)), max(0, sorted.count - Self.limit))
  }

  /// - Parameter folder: ends in a slash; empty for the working folder.
  private static func add(
    _ folder: String, isOwn: Bool, depth: Int, to items: inout [Item], _ names: inout Int
  ) {
    var below: [String] = []
    for name in Folder.names(in: folder) ?? [] {
      names += 1
      guard names < nameLimit else { return }
      // A page cannot refer to names that it cannot display unchanged.
      guard !name.hasPrefix("."), name.displayed == name else { continue }
      let path = folder + name
      switch FolderEntry(path: path) {
      case .file where isLook(name): items.append(Item(file: path, name: name, isOwn: isOwn))
      case .folder where depth > 1: below.append(path + "/")
      default: break
      }
    }
    for folder in below { add(folder, isOwn: isOwn, depth: depth - 1, to: &items, &names) }
  }

  /// Maximum bytes of an uploaded file.
  static let sizeLimit = 32 << 20
  /// Maximum number of uploaded files.
  private static let keptLimit = 200

  /// Stores a file that a page uploads, under its name or the next free one; identical contents are
  /// not stored twice. Slow.
  ///
  /// - Parameter check: called with the file before it gets its name; the file is dropped where it
  ///   throws.
  /// - Returns: the file's name in settings.
  /// - Throws: `SplashError` for an invalid name, where uploads are not allowed, and where the file
  ///   cannot be written.
  func keep(_ bytes: [UInt8], as name: String, check: (String) throws -> Void) throws -> String {
    func refusal(_ cause: String, _ remedy: String? = nil) -> SplashError {
      SplashError(.usage, "'\(name)'", cause: cause, remedy: remedy)
    }
    guard let own else { throw refusal("this tuner keeps no files") }
    guard !name.contains("/"), !name.hasPrefix("."), name.utf8.count <= 120,
      name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw refusal("this is no name for a file", "give it a plain name") }
    guard Self.isLook(name) else {
      throw refusal(
        "it is no LUT and no image",
        "give \((Self.tables + Self.pictures).joined(separator: ", "))")
    }
    try Folder.create(own)
    let there = Folder.names(in: own) ?? []
    for other in there
    where !other.hasPrefix(".") && other.lowercased().hasSuffix(Self.ending(of: name)) {
      let path = "\(own)/\(other)"
      if let known = try? WholeFile.bytes(of: path, limit: Self.sizeLimit), known == bytes {
        return path
      }
    }
    guard there.count < Self.keptLimit else {
      throw refusal("\(Self.keptLimit) files are kept already", "remove some from \(own)")
    }
    let incoming = "\(own)/.\(UUID().uuidString)\(Self.ending(of: name))"
    let file = try NewFile(incoming, overwrite: false)
    defer { _ = incoming.withPath { unlink($0) } }
    try file.write(bytes)
    try file.finish()
    try file.publish()
    try check(incoming)
    // A hard link never replaces an existing file.
    for path in Self.names(name).map({ "\(own)/\($0)" }) {
      let isMade = incoming.withPath { from in path.withPath { link(from, $0) == 0 } }
      if isMade { return path }
      guard errno == EEXIST else { throw refusal("cannot keep it", systemMessage(errno)) }
    }
    throw refusal("there are too many of that name", "give it another one")
  }

  private static func ending(of name: String) -> String {
    (tables + pictures).first { name.lowercased().hasSuffix($0) } ?? ""
  }

  /// The name, and variants of it.
  private static func names(_ name: String) -> [String] {
    let ending = name.suffix(ending(of: name).count)
    let stem = name.dropLast(ending.count)
    return [name] + (2...keptLimit).map { "\(stem)-\($0)\(ending)" }
  }
}
