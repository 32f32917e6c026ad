internal import Foundation
internal import Glibc

/// Location of an input, and what it may open from there.
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

  /// The URL for libavformat, which may also guess the format from it.
  var url: String {
    switch self {
    case .standardInput: "pipe:"
    case .file(let path): path
    case .pictures(let pattern): pattern
    case .address(let address): address
    }
  }

  /// The lowest number of numbered images; nil for other inputs.
  var firstNumber: Int? {
    if case .pictures(let pattern) = self { NumberedName(pattern)?.firstNumber } else { nil }
  }

  /// The demuxer's options for numbered images, which begin with the lowest number.
  ///
  /// - Parameter rate: frames per second; nil for libavformat's 25.
  func numbering(rate: String?) -> [(key: String, value: String)] {
    guard let firstNumber else { return [] }
    return [("start_number", "\(firstNumber)")] + (rate.map { [("framerate", $0)] } ?? [])
  }

  var isAddress: Bool {
    if case .address = self { true } else { false }
  }

  /// Which time counts as reading where libavformat opens the input itself.
  var time: StageClock.Time { isAddress ? .processor : .elapsed }

  /// The protocols an input may use when the user allows no others.
  ///
  /// splash opens a file itself, and then nothing that it refers to: no other file, no network. An
  /// address may use the network, but no file.
  var allowedProtocols: String {
    switch self {
    case .standardInput, .file: "none"
    case .pictures: "file"
    case .address(let address):
      "\(address.prefix { $0 != ":" }),http,https,httpproxy,tcp,tls,udp,rtp,srtp,crypto"
    }
  }

  /// Opens a file or standard input; nil for inputs that libavformat opens itself.
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
