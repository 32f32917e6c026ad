internal import Foundation

/// The input's own folder, in which exports may be stored under unused names.
struct ExportPlace {
  /// Ends in a slash.
  let folder: String
  private let stem: String
  /// Allowed extensions, without the dot; the first is the default.
  let endings: [String]

  /// Formats that are a single file, whatever the name contains.
  private static let clips = ["mp4", "mov", "mkv", "webm", "gif", "webp"]
  private static let photos = ["jpg", "jpeg", "png", "webp", "tif", "tiff"]
  private static let photosToRead: Set<String> = [
    "avif", "bmp", "heic", "heif", "jfif", "jpe",
  ]

  /// - Returns: nil for an input that is no file: a camera, a pipe, an address.
  init?(of input: String) {
    let path = filePath(of: input)
    guard FileIdentity(path: path) != nil else { return nil }
    folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    let (name, endings) = Self.stemAndEndings(of: path)
    (stem, self.endings) = (Self.plain(name), endings)
  }

  private static func stemAndEndings(of input: String) -> (stem: String, endings: [String]) {
    let name = (input as NSString).lastPathComponent as NSString
    let ending = name.pathExtension.lowercased()
    guard photos.contains(ending) || photosToRead.contains(ending) else {
      return (name.deletingPathExtension, clips)
    }
    let others = photos.filter { $0 != ending }
    return (name.deletingPathExtension, photos.contains(ending) ? [ending] + others : photos)
  }

  /// The stem, changed where needed to be allowed: not hidden, not a number pattern, not too long.
  private static func plain(_ stem: String) -> String {
    var plain = String(stem.drop { $0 == "." }).replacing("%", with: "_")
    // Leaves room for "-splash-100.webm".
    while plain.utf8.count > 180 { plain.removeLast() }
    return plain
  }

  /// A name for the result of an input, used or not.
  static func name(of input: String) -> String {
    let (stem, endings) = stemAndEndings(of: input)
    return "\(stem)-splash.\(endings[0])"
  }

  /// An unused name.
  var suggestion: String {
    let names = (1...).lazy.map { [stem, endings] number in
      "\(stem)-splash\(number == 1 ? "" : "-\(number)").\(endings[0])"
    }
    return names.first { [folder] in FolderEntry(path: folder + $0) == nil }!
  }

  /// The path of a new file.
  ///
  /// - Throws: `SplashError` of kind usage for a name that leads to another folder, stands for more
  ///   than one file, has another extension, or is used already.
  func path(for name: String) throws(SplashError) -> String {
    func refusal(_ cause: String, _ remedy: String) -> SplashError {
      SplashError(.usage, "export to '\(name)'", cause: cause, remedy: remedy)
    }
    guard !name.contains("/"), !name.hasPrefix("."), name.utf8.count <= 200,
      name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else {
      throw refusal("this is no name for a file in the folder of the input", "give a plain name")
    }
    guard NumberedName(name) == nil else {
      throw refusal("this stands for many files", "leave out the %")
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, endings.contains(parts.last!.lowercased()) else {
      throw refusal(
        "the ending says what kind of file it is",
        "end it in \(endings.map { ".\($0)" }.joined(separator: ", "))")
    }
    let path = folder + name
    guard FolderEntry(path: path) == nil else {
      throw refusal("it exists already", "choose another name; \(suggestion) is free")
    }
    return path
  }
}
