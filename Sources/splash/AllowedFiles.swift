import ArgumentParser
import Foundation
import Glibc
import SplashCore
import SplashFilter

/// Limits the files that a look from a file, perhaps a stranger's, may name.
struct AllowedFiles: ParsableArguments {
  @Option(
    help: .of(
      "Let settings and timelines from files name LUTs, images and masks in this folder and those below it; may be repeated. (default: those beside the file of settings and below)",
      "FOLDER"), completion: .directory)
  var allowFiles: [String] = []

  /// Refuses a look that names files it may not: a settings file may name those in and below its
  /// own folder, the comment of a clip or photo none, and both those in the allowed folders.
  ///
  /// - Parameters:
  ///   - file: from which the look was read.
  ///   - isNote: whether it was read from the comment of a clip or photo.
  ///   - named: files and addresses that the user names, which are allowed.
  ///   - more: files that the look names besides, such as lists of times.
  /// - Throws: `SplashError` of kind usage that names the first forbidden file.
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

  /// The real folder of a regular file; nil for anything else, such as a pipe.
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

extension CommandLine {
  /// The arguments after the program's name, without loss even where they are not UTF-8.
  static var words: [String] {
    (1..<max(1, Int(argc))).compactMap { unsafeArgv[$0].map { String(path: $0) } }
  }
}

extension String {
  /// `S_IFREG`, `S_IFDIR` and so on for the file of that name; nil where there is no file.
  var fileKind: mode_t? {
    var status = stat()
    return withPath { stat($0, &status) } == 0 ? status.st_mode & S_IFMT : nil
  }
}
