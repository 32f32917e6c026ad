internal import CFFmpeg
internal import Synchronization

/// The files of a container that opens them by itself, one after another: numbered pictures, HLS.
///
/// libavformat calls this object for each file, so that each is written as `OutputFile` writes one.
final class OutputFiles {
  private let overwrite: Bool
  private let inputs: Set<FileIdentity>
  /// Whether each file takes its place as soon as it is complete, for readers that follow;
  /// otherwise all do at the end.
  private let publishesAtOnce: Bool
  private var open: [UnsafeMutablePointer<AVIOContext>: OutputFile] = [:]
  private let complete = Mutex<[NewFile]>([])
  private var last: NewFile?
  /// Paths that this run has written, and may write again.
  private var made: Set<PathKey> = []
  /// Why the latest file could not be opened, where FFmpeg has only a status code.
  private(set) var failure: SplashError?

  init(overwrite: Bool, inputs: Set<FileIdentity>, publishesAtOnce: Bool) {
    self.overwrite = overwrite
    self.inputs = inputs
    self.publishesAtOnce = publishesAtOnce
  }

  /// Makes a container open its files here. This object must outlive the container.
  func serve(_ context: UnsafeMutablePointer<AVFormatContext>) {
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    context.pointee.io_open = { context, io, url, flags, _ in
      guard let context, let io, let url, flags & AVIO_FLAG_READ == 0 else {
        return ff_error_posix(EINVAL)
      }
      return OutputFiles.serving(context).open(String(path: url), into: io)
    }
    context.pointee.io_close2 = { context, io in
      guard let context, let io else { return 0 }
      return OutputFiles.serving(context).close(io)
    }
  }

  private static func serving(_ context: UnsafeMutablePointer<AVFormatContext>) -> OutputFiles {
    Unmanaged<OutputFiles>.fromOpaque(context.pointee.opaque).takeUnretainedValue()
  }

  private func open(
    _ name: String, into io: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>
  ) -> Int32 {
    let path = filePath(of: name)
    do throws(SplashError) {
      // libavformat writes playlists and manifests under this name and then renames them.
      let goal = path.hasSuffix(".tmp") ? String(path.dropLast(4)) : path
      if goal != path, !overwrite, !made.contains(PathKey(goal)), FileIdentity(path: goal) != nil {
        throw NewFile.exists(goal)
      }
      let file = try OutputFile(
        name, overwrite: overwrite || made.contains(PathKey(path)), inputs: inputs)
      made.formUnion([PathKey(path), PathKey(goal)])
      io.pointee = file.io.context
      open[file.io.context!] = file
      return 0
    } catch {
      failure = error
      return ff_error_posix(EEXIST)
    }
  }

  private func close(_ io: UnsafeMutablePointer<AVIOContext>) -> Int32 {
    guard let file = open.removeValue(forKey: io) else { return 0 }
    avio_flush(io)
    let written = io.pointee.error
    let closed = file.close(isWanted: true)
    guard written >= 0, closed >= 0 else {
      let status = min(written, closed)
      // Some containers ignore the error.
      failure =
        failure
        ?? SplashError(
          .failure, "\(file.file?.name ?? ""): cannot write", cause: avMessage(status),
          remedy: "free some space or write elsewhere")
      return status
    }
    last = file.file
    guard let new = file.file else { return 0 }
    do throws(SplashError) {
      if new.partialPath == nil {
        try new.checkPlace()
      } else if publishesAtOnce {
        try new.publish()
      } else {
        complete.withLock { $0.append(new) }
      }
      return 0
    } catch {
      failure = error
      return ff_error_posix(EIO)
    }
  }

  /// Removes the files that were written.
  func abandon() {
    for file in open.values { file.close(isWanted: false) }
    last?.discard()
    complete.withLock { $0 = [] }
  }

  /// Moves every file to its place.
  func publish() throws(SplashError) {
    for file in complete.withLock({ $0 }) { try file.publish() }
  }

  /// Temporary path of the first file that has not taken its place. Any thread. Each file is asked
  /// once, since it may take its place meanwhile.
  var partialPath: String? { complete.withLock { $0 }.compactMap(\.partialPath).first }
}
