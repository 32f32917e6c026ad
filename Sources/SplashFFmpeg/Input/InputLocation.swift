internal import Foundation
internal import Glibc
internal import SplashCore

/// Where an input is, and what it may open from there.
enum InputLocation {
  case standardInput
  case file(path: String)
  /// Numbered pictures: `shot-%03d.png`.
  case pictures(pattern: String)
  case address(String)

  init(_ input: String) {
    if input == "-" {
      self = .standardInput
    } else if input.hasPrefix("file:") {
      self = .file(path: filePath(of: input))
    } else if input.withPath({ access($0, F_OK) }) == 0 {
      self = .file(path: input)
    } else if input.firstMatch(of: /^[a-zA-Z][a-zA-Z0-9+.\-]+:/) != nil {
      self = .address(input)
    } else if input.contains("%"), !input.hasSuffix("%") {
      self = .pictures(pattern: input)
    } else {
      self = .file(path: input)
    }
  }

  /// What libavformat is told to open; it is also how a format may be guessed.
  var url: String {
    switch self {
    case .standardInput: "pipe:"
    case .file(let path): path
    case .pictures(let pattern): pattern
    case .address(let address): address
    }
  }

  var isAddress: Bool {
    if case .address = self { true } else { false }
  }

  /// What counts as the time of reading what libavformat opens itself.
  var time: StageClock.Time { isAddress ? .processor : .elapsed }

  /// The protocols an input may use when the user allows no others.
  ///
  /// A file is opened by us, and then nothing it refers to: no other file, no network. An address
  /// may use the network, which was asked for, but no file.
  var allowedProtocols: String {
    switch self {
    case .standardInput, .file: "none"
    case .pictures: "file"
    case .address(let address):
      "\(address.prefix { $0 != ":" }),http,https,httpproxy,tcp,tls,udp,rtp,srtp,crypto"
    }
  }

  /// Opens a file or standard input; nil for what libavformat opens itself.
  ///
  /// - Throws: `SplashError` of kind badInput that says in plain words why a file cannot be read.
  func openDescriptor() throws(SplashError) -> DescriptorIO? {
    switch self {
    case .pictures(let name), .address(let name):
      try FileBoundary.current?.checkNamed(name)
      return nil
    case .standardInput:
      try FileBoundary.current?.checkNamed("-")
      return try DescriptorIO(
        descriptor: STDIN_FILENO, ownsDescriptor: false, isWriting: false, name: "standard input")
    case .file(let path):
      let descriptor = openForReading(path)
      guard descriptor >= 0 else {
        let code = errno
        throw SplashError(
          .badInput, "\(path): cannot open", cause: systemMessage(code),
          remedy: code == ENOENT ? "check the name" : code == EACCES ? "check its permissions" : nil
        )
      }
      if let cause = InputLocation.unreadable(descriptor) {
        close(descriptor)
        throw SplashError(.badInput, "\(path): cannot read as video", cause: cause)
      }
      return try DescriptorIO(
        descriptor: descriptor, ownsDescriptor: true, isWriting: false, name: path)
    }
  }

  private static func unreadable(_ descriptor: Int32) -> String? {
    var status = stat()
    fstat(descriptor, &status)
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return "it is a folder"
    case S_IFREG where status.st_size == 0: return "the file is empty"
    default: return nil
    }
  }
}
