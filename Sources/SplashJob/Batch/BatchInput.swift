internal import Glibc

/// One of several inputs.
public struct BatchInput: Sendable, Equatable {
  public let path: String
  /// The input's folder relative to the named folder; empty where the file itself was named.
  public let folder: String
  /// True where the file was found in a folder, false where it was named.
  let isFound: Bool

  /// The input files for a list of names: a file stands for itself, a folder for all videos and
  /// photos in it; and the other files in those folders.
  ///
  /// Files in a folder are recognized by their names and sorted by them. Hidden files, links to
  /// folders, and what lies in `output` are left out.
  ///
  /// - Parameters:
  ///   - names: of files and folders, in the order of the results.
  ///   - isRecursive: whether folders below a folder are read too.
  ///   - output: the folder of the results.
  ///   - onFolder: called with each folder before it is read.
  /// - Throws: `SplashError` of kind usage for what is neither a file nor a folder, of kind
  ///   badInput where no name stands for a file.
  public static func all(
    _ names: [String], isRecursive: Bool, output: String,
    onFolder: (String) -> Void = { _ in }
  ) throws(SplashError) -> (inputs: [BatchInput], others: [String]) {
    var (found, others): ([BatchInput], [String]) = ([], [])
    for name in names {
      let path = filePath(of: name)
      guard Folder.names(in: path) != nil else {
        if FolderEntry(path: path).map({ $0 == .other }) ?? (name == "-" || name.contains(":")) {
          throw SplashError(
            .usage, "\(name): results of files alone go to a folder",
            remedy: "name a file: -o \(output)red.mp4")
        }
        found.append(BatchInput(path: name, folder: "", isFound: false))
        continue
      }
      let root = path.hasSuffix("/") ? path : path + "/"
      add(
        root, below: "", isRecursive, except: FileIdentity(folder: output), to: &found, &others,
        onFolder)
    }
    guard !found.isEmpty else {
      throw SplashError(
        .badInput, "\(names.joined(separator: ", ")): no video or photo in it",
        remedy: isRecursive ? nil : "\(option: "recursive") takes those of folders in it, too")
    }
    return (found, others)
  }

  private static func add(
    _ root: String, below folder: String, _ isRecursive: Bool, except output: FileIdentity?,
    to found: inout [BatchInput], _ others: inout [String], _ onFolder: (String) -> Void
  ) {
    let path = root + (folder.isEmpty ? "" : folder + "/")
    if output != nil, FileIdentity(folder: path) == output, !folder.isEmpty { return }
    onFolder(path)
    for name in Folder.names(in: path) ?? [] where !name.hasPrefix(".") {
      switch FolderEntry(path: path + name) {
      case .folder where !isRecursive: continue
      case .folder:
        let inner = folder.isEmpty ? name : "\(folder)/\(name)"
        add(root, below: inner, isRecursive, except: output, to: &found, &others, onFolder)
      case .some where isMedia(name) && FileVersion(path: path + name) != nil:
        found.append(BatchInput(path: path + name, folder: folder, isFound: true))
      default: others.append(path + name)
      }
    }
  }

  private static func isMedia(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return endings.contains(name[dot...].dropFirst().lowercased())
  }

  private static let endings: Set<String> = [
    "3g2", "3gp", "apng", "asf", "avi", "avif", "bmp", "dv", "f4v", "flv", "gif", "heic", "heif",
    "hif", "ivf", "j2k", "jfif", "jp2", "jpe", "jpeg", "jpg", "jxl", "m2ts", "m2v", "m4v", "mjpeg",
    "mjpg", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "mxf", "nut", "ogv", "pgm", "png", "pnm",
    "ppm", "qoi", "tga", "tif", "tiff", "ts", "webm", "webp", "wmv", "y4m",
  ]
}
