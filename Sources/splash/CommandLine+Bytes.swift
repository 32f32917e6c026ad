import Glibc
import SplashCore

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
