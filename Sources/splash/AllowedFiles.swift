import ArgumentParser
import Foundation
import Glibc
import SplashCore
import SplashFilter

/// Which files a look may name that comes from a file, and so perhaps from a stranger.
struct AllowedFiles: ParsableArguments {
  @Option(
    help: .of(
      "Let settings and timelines from files name tables, pictures and masks in this folder and those below it; may be repeated. (default: those beside the file of settings and below)",
      "FOLDER"), completion: .directory)
  var allowFiles: [String] = []

  /// Refuses a look that names what it may not: a file of settings may name those in and below its
  /// own folder, the comment of a film or photo none, and both what lies in the allowed folders.
  ///
  /// - Parameters:
  ///   - file: from which the look was read.
  ///   - isNote: it stood in the comment of a film or photo.
  ///   - named: files and addresses that the user names, which may be read.
  ///   - more: files that it names besides, such as lists of times.
  /// - Throws: `SplashError` of kind usage that names the first of them.
  func check(
    _ look: LookTimeline, of file: String, isNote: Bool = false, named: [String] = [],
    and more: [String] = []
  ) throws {
    let files = look.settings.flatMap(\.files) + more
    guard !files.isEmpty else { return }
    let beside = isNote ? [] : [Self.folder(of: file)].compactMap(\.self)
    let boundary = try FileBoundary(
      named: named, shallow: nil, deep: beside + allowFiles, for: .settings(file))
    for file in files { try boundary.check(file) }
  }

  /// The folder in which a regular file really lies; nil for what is none, such as a pipe.
  private static func folder(of file: String) -> String? {
    let path = filePath(of: file)
    guard path.fileKind == S_IFREG, let real = path.withPath({ realpath($0, nil) }) else {
      return nil
    }
    defer { free(real) }
    let full = String(path: real)
    return full.lastIndex(of: "/").map { $0 == full.startIndex ? "/" : String(full[..<$0]) }
  }
}
