import Glibc
import SplashCore

extension CommandLine {
  /// What follows the program's name, without loss also where it is no UTF-8.
  static var words: [String] {
    (1..<max(1, Int(argc))).compactMap { unsafeArgv[$0].map { String(path: $0) } }
  }
}

extension String {
  /// `S_IFREG`, `S_IFDIR` and so on of the file of that name; nil where there is none.
  var fileKind: mode_t? {
    var status = stat()
    return withPath { stat($0, &status) } == 0 ? status.st_mode & S_IFMT : nil
  }
}
