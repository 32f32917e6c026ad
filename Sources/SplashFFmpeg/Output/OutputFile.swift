internal import CFFmpeg
internal import Glibc

/// An output's single destination: a file, or standard output.
final class OutputFile {
  let io: DescriptorIO
  /// Nil for standard output.
  let file: NewFile?

  /// - Parameters:
  ///   - name: a path, plain or behind `file:`.
  ///   - inputs: files that are being read.
  /// - Throws: `SplashError` of kind badInput when the file may not be written.
  init(_ name: String, overwrite: Bool, inputs: Set<FileIdentity>) throws(SplashError) {
    let file = try NewFile(name, overwrite: overwrite, inputs: inputs)
    self.file = file
    do {
      io = try DescriptorIO(
        descriptor: file.descriptor, ownsDescriptor: false, isWriting: true, name: name)
    } catch {
      file.discard()
      throw error
    }
  }

  /// Opens standard output.
  init(inputs: Set<FileIdentity>) throws(SplashError) {
    file = nil
    if let identity = FileIdentity(descriptor: STDOUT_FILENO), inputs.contains(identity) {
      throw NewFile.isInput("-")
    }
    io = try DescriptorIO(
      descriptor: STDOUT_FILENO, ownsDescriptor: false, isWriting: true, name: "standard output")
  }

  deinit { close(isWanted: false) }

  private var isClosed = false

  /// Closes the file after its last byte, or removes it.
  ///
  /// - Parameter isWanted: whether to keep the file.
  /// - Returns: 0, or a negative status when the last bytes could not be stored.
  @discardableResult
  func close(isWanted: Bool) -> Int32 {
    guard !isClosed else { return 0 }
    isClosed = true
    let status = io.close()
    if !isWanted { file?.discard() }
    let code = file?.close() ?? 0
    return status < 0 ? status : ff_error_posix(code)
  }
}
