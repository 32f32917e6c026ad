/// A report or settings file: claimed before a run, written when there is something to say.
public final class TextFile {
  private let file: NewFile
  /// False for a pipe or a device, from which nothing that was written can be taken back.
  public let isReplaceable: Bool

  /// - Parameters:
  ///   - name: a path, plain or behind `file:`.
  ///   - overwrite: whether a file of that name may be replaced.
  ///   - inputs: the names of what is read meanwhile, which must not be replaced.
  /// - Throws: `SplashError` of kind badInput when the file may not be written. Nothing has changed
  ///   then.
  public init(_ name: String, overwrite: Bool, inputs: [String]) throws {
    file = try NewFile(
      name, overwrite: overwrite, inputs: FileIdentity.files(of: inputs))
    isReplaceable = file.isRegular
  }

  deinit { if !isWritten { file.discard() } }

  private var isWritten = false

  /// Whether another name stands for the same file.
  public func isSame(as name: String) -> Bool {
    guard let own = FileIdentity(path: filePath(of: file.name)) else { return false }
    return own == FileIdentity(path: filePath(of: name))
  }

  /// Writes the text, and puts the file in its place, whole or not at all. Again only where it is
  /// replaceable.
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
    // Where this fails, the error says where the complete file is.
    try file.publish()
  }
}
