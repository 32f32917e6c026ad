/// A report or settings file: created before a run, so that errors show early, and written later.
public final class TextFile {
  private let file: NewFile
  /// False for a pipe or a device, where written text cannot be replaced.
  public let isReplaceable: Bool

  /// - Parameters:
  ///   - name: a path, with or without `file:`.
  ///   - overwrite: whether an existing file may be replaced.
  ///   - inputs: names of files that are read meanwhile, and must not be replaced.
  /// - Throws: `SplashError` of kind badInput if the file may not be written. Nothing has changed
  ///   then.
  public init(_ name: String, overwrite: Bool, inputs: [String]) throws {
    file = try NewFile(
      name, overwrite: overwrite, inputs: FileIdentity.files(of: inputs))
    isReplaceable = file.isRegular
  }

  deinit { if !isWritten { file.discard() } }

  private var isWritten = false

  /// Whether another name leads to the same file.
  public func isSame(as name: String) -> Bool {
    guard let own = FileIdentity(path: filePath(of: file.name)) else { return false }
    return own == FileIdentity(path: filePath(of: name))
  }

  /// Writes the text and publishes the file, completely or not at all. May be called again only if
  /// the file is replaceable.
  public func write(_ text: String) throws {
    precondition(!isWritten || isReplaceable)
    let file = isWritten ? try NewFile(file.name, overwrite: true) : file
    isWritten = true
    do {
      try file.write(Array(text.utf8))
      try file.finish()
    } catch {
      file.discard()
      throw error
    }
    // If this fails, the error says where the complete file is.
    try file.publish()
  }
}
