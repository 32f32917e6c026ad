internal import SplashPhoto

/// Where the results of several inputs go: into a folder, or to paths made of the inputs' names.
public struct OutputPattern: Sendable {
  private let text: String
  private static let marks = ["{name}", "{ext}", "{folder}", "{n}"]

  /// - Parameter output: a folder, which exists or ends in `/`, or a path that contains `{name}`,
  ///   `{ext}`, `{folder}` or `{n}`.
  /// - Returns: nil where it names a single file.
  public init?(_ output: String) {
    let path = filePath(of: output)
    if path.hasSuffix("/") || Folder.names(in: path) != nil, !path.isEmpty {
      text = (path.hasSuffix("/") ? path : path + "/") + "{folder}/{name}.{ext}"
    } else if Self.marks.contains(where: path.contains) {
      text = path
    } else {
      return nil
    }
  }

  /// Whether names of results contain the names of their inputs.
  var hasNames: Bool { text.contains("{name}") }

  /// The folder that contains all results, ending in `/`; empty for the current one.
  public var folder: String {
    let fixed = Self.marks.compactMap { text.firstRange(of: $0)?.lowerBound }.min()
    let start = text[..<(fixed ?? text.endIndex)]
    return start.lastIndex(of: "/").map { String(text[...$0]) } ?? ""
  }

  private static func parts(_ input: BatchInput) -> (base: String, dot: String.Index) {
    let last = input.path.utf8.split(separator: UInt8(ascii: "/")).last
    let base = last.map { String(Substring($0)) } ?? ""
    return (base, base.dropFirst().lastIndex(of: ".") ?? base.endIndex)
  }

  private static let hasHEIC = HEIFEncoders.has(ending: "heic")

  /// Whether the result of a photo would be a HEIC file, which splash cannot write.
  func becomesJPEG(_ input: BatchInput) -> Bool {
    let (base, dot) = Self.parts(input)
    return text.hasSuffix("{ext}") && !Self.hasHEIC
      && ["heic", "heif", "hif"].contains(base[dot...].dropFirst().lowercased())
  }

  /// The path of an input's result.
  ///
  /// - Parameter number: position of the input among all, from 1.
  func path(for input: BatchInput, number: Int) -> String {
    let (base, dot) = Self.parts(input)
    let ending = base[dot...].dropFirst()
    var pattern = text
    if ending.isEmpty { pattern = pattern.replacing(".{ext}", with: "") }
    if becomesJPEG(input) { pattern = pattern.dropLast("{ext}".count) + "jpg" }
    if input.folder.isEmpty { pattern = pattern.replacing("{folder}/", with: "") }
    // In one pass, since names may contain placeholders.
    return pattern.replacing(/\{(name|ext|folder|n)\}/) { mark -> String in
      switch mark.1 {
      case "name": String(base[..<dot])
      case "ext": String(ending)
      case "folder": input.folder
      default: "\(number)"
      }
    }
  }
}
