internal import Glibc

/// Linux's `O_PATH`, which Swift's Glibc does not export.
private let pathOnly: Int32 = 0o10000000

/// Which files may be read for a client other than the user who started the program, such as a
/// browser that has the tuner's page.
///
/// A file is first opened and then checked by its real path, so that links cannot lead elsewhere,
/// even if they are changed meanwhile. The refusal has the same words whether the file exists or
/// not.
package struct FileBoundary: Sendable {
  /// The client that names the files.
  package enum Reader: Sendable {
    /// The tuner's page.
    case page
    /// A settings file, or a comment with settings, by its name.
    case settings(String)
  }

  /// The boundary for all reading on this thread; nil for none.
  @TaskLocal package static var current: FileBoundary?

  /// Names that may be read wherever they lead, since the user gave them.
  private let named: Set<String>
  /// Real paths without links; `isDeep` includes subfolders.
  private let folders: [(path: String, isDeep: Bool)]
  private let reader: Reader
  /// A folder that may be created later, whose direct files may be read; nil for none.
  private let own: String?

  /// - Parameters:
  ///   - named: files and addresses that may be read.
  ///   - shallow: a folder whose direct files may be read, without subfolders; nil for none.
  ///   - deep: folders that may be read with all subfolders.
  ///   - own: a folder whose direct files may be read once it exists; nil for none.
  ///   - reader: the client that names files, for errors.
  /// - Throws: `SplashError` of kind badInput if a folder is not one.
  package init(
    named: [String], shallow: String?, deep: [String], own: String? = nil,
    for reader: Reader = .page
  ) throws(SplashError) {
    (self.own, self.reader) = (own, reader)
    self.named = Set(named.map(filePath(of:)))
    var folders: [(path: String, isDeep: Bool)] = []
    for (name, isDeep) in deep.map({ ($0, true) })
      + [shallow].compactMap(\.self).map({ ($0, false) })
    {
      let path = name.isEmpty ? "." : name
      guard FileIdentity(folder: path) != nil, let real = path.withPath({ realpath($0, nil) })
      else {
        throw SplashError(.badInput, "\(name): is no folder", remedy: "name an existing folder")
      }
      defer { free(real) }
      folders.append((String(path: real), isDeep))
    }
    self.folders = folders
  }

  /// - Throws: `SplashError` of kind usage for a file that may not or cannot be read.
  package func check(_ name: String) throws(SplashError) {
    if named.contains(filePath(of: name)) { return }
    let descriptor = open(filePath(of: name), 0)
    guard descriptor >= 0 else { throw refusal(name) }
    close(descriptor)
  }

  /// Refuses a name that cannot be opened as a file, such as an address, unless the user gave it.
  package func checkNamed(_ name: String) throws(SplashError) {
    guard named.contains(filePath(of: name)) else { throw refusal(name) }
  }

  private func refusal(_ name: String) -> SplashError {
    let places = folders.map { $0.isDeep ? "in and below \($0.path)" : "in \($0.path)" }
    let cause =
      "it reads files \(places.isEmpty ? "of no folder" : places.joined(separator: ", or "))"
      + ", and no addresses"
    switch reader {
    case .page:
      return SplashError(
        .usage, "\(name): the page cannot read this", cause: cause,
        remedy: "allow others with splash tune \(option: "allowFolder")")
    case .settings(let file):
      return SplashError(
        .usage, "\(file): its look cannot read \(name)", cause: cause,
        remedy: "allow others with \(option: "allowFiles") FOLDER, or name the file by a flag"
      )
    }
  }

  /// - Returns: a descriptor like that of `open`, or -1 with `errno`.
  fileprivate func open(_ path: String, _ flags: Int32) -> Int32 {
    if named.contains(path) { return plainOpen(path, flags) }
    // `O_PATH` does not really open the file: a device notices nothing, and the file cannot be
    // exchanged afterwards.
    let place = path.withPath { Glibc.open($0, pathOnly | O_CLOEXEC) }
    guard place >= 0 else { return -1 }
    defer { close(place) }
    let link = "/proc/self/fd/\(place)"
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = target.withUnsafeMutableBytes {
      readlink(link, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
    }
    guard FileIdentity(descriptor: place) != nil, count > 0, count < target.count,
      holds(target.prefix(count))
    else {
      errno = EACCES
      return -1
    }
    return plainOpen(link, flags)
  }

  private func holds(_ path: ArraySlice<UInt8>) -> Bool {
    let own = own.flatMap { $0.withPath { realpath($0, nil) } }
    defer { free(own) }
    let ownFolder = own.map { [(path: String(path: $0), isDeep: false)] } ?? []
    return (folders + ownFolder).contains { folder in
      let start = folder.path.pathBytes + (folder.path == "/" ? [] : [UInt8(ascii: "/")])
      return path.starts(with: start)
        && (folder.isDeep || !path.dropFirst(start.count).contains(UInt8(ascii: "/")))
    }
  }
}

/// Opens a file for reading, within the current boundary, if any.
///
/// - Returns: a close-on-exec descriptor, or -1 with `errno`.
package func openForReading(_ path: String, _ flags: Int32 = 0) -> Int32 {
  FileBoundary.current?.open(path, flags) ?? plainOpen(path, flags)
}

private func plainOpen(_ path: String, _ flags: Int32) -> Int32 {
  path.withPath { open($0, O_RDONLY | O_CLOEXEC | flags) }
}
