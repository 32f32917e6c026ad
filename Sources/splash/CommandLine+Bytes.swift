import SplashCore

extension CommandLine {
  /// What follows the program's name, without loss also where it is no UTF-8.
  static var words: [String] {
    (1..<max(1, Int(argc))).compactMap { unsafeArgv[$0].map { String(path: $0) } }
  }
}
