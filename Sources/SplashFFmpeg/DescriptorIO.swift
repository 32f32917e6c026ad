internal import CFFmpeg
internal import Glibc
internal import Synchronization

/// Linux's `F_SETPIPE_SZ`, which Swift's Glibc does not show.
private let setPipeSize: Int32 = 1031

/// Reads and writes libavformat's bytes through a file descriptor: standard input or output, or a
/// file.
///
/// `interrupt()` ends a waiting read at once, and a write when the other side has taken nothing for
/// two seconds after that; FFmpeg's own protocols would wait for ever.
// For one thread; only `interrupt()` may be called by others, and it uses the atomic and the pipe
// alone.
final class DescriptorIO: @unchecked Sendable {
  private(set) var context: UnsafeMutablePointer<AVIOContext>?
  let descriptor: Int32
  private let ownsDescriptor: Bool
  private let isRegularFile: Bool
  /// Which time counts as reading or writing: that of a slow disk does, waiting for the other end
  /// of a pipe does not.
  let time: StageClock.Time
  /// A pipe that becomes readable on `interrupt()`.
  private let wake: (reader: Int32, writer: Int32)
  private let isInterrupted = Atomic(false)

  /// - Parameters:
  ///   - descriptor: an open file descriptor.
  ///   - ownsDescriptor: whether to close the descriptor at the end, also when this throws.
  ///   - isWriting: the direction.
  ///   - name: the file, for errors.
  init(
    descriptor: Int32, ownsDescriptor: Bool, isWriting: Bool, name: String
  ) throws(SplashError) {
    let pipe = Self.reopenPipe(descriptor, isWriting: isWriting)
    if pipe != nil, ownsDescriptor { _ = Glibc.close(descriptor) }
    self.descriptor = pipe ?? descriptor
    self.ownsDescriptor = ownsDescriptor || pipe != nil
    let kind = fileKind(self.descriptor)
    isRegularFile = kind == S_IFREG
    time = kind == S_IFREG || kind == S_IFBLK ? .elapsed : .processor
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else {
      let cause = systemMessage(errno)
      if self.ownsDescriptor { _ = Glibc.close(self.descriptor) }
      throw SplashError(.failure, "\(name): cannot open", cause: cause)
    }
    wake = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let size: Int32 = 1 << 16
    let opaque = Unmanaged.passUnretained(self).toOpaque()
    // Offsets count from the beginning of the file; a file that others have begun or append to
    // cannot be sought in.
    let canSeek =
      lseek(self.descriptor, 0, SEEK_CUR) == 0 && fcntl(self.descriptor, F_GETFL) & O_APPEND == 0
    context = avio_alloc_context(
      av_malloc(Int(size))?.assumingMemoryBound(to: UInt8.self), size, isWriting ? 1 : 0, opaque,
      { opaque, bytes, count in
        DescriptorIO.from(opaque).transfer(for: Int16(POLLIN)) {
          Glibc.read($0, bytes, Int(count))
        }
      },
      { opaque, bytes, count in
        DescriptorIO.from(opaque).transferAll(bytes, count)
      },
      canSeek ? { opaque, offset, whence in DescriptorIO.from(opaque).seek(offset, whence) } : nil)
    guard context != nil else { fatalError("out of memory") }
    context!.pointee.seekable = canSeek ? AVIO_SEEKABLE_NORMAL : 0
  }

  deinit {
    if let context { av_freep(&context.pointee.buffer) }
    avio_context_free(&context)
    close()
    _ = Glibc.close(wake.reader)
    _ = Glibc.close(wake.writer)
  }

  private var isOpen = true

  /// Opens a pipe again as a separate descriptor that does not block; nil for what is no pipe.
  ///
  /// Setting `O_NONBLOCK` on the given descriptor would change it for all processes that share it.
  /// A larger pipe (1 MiB is what Linux allows everybody) saves two thirds of the switches between
  /// writer and reader.
  private static func reopenPipe(_ descriptor: Int32, isWriting: Bool) -> Int32? {
    guard fileKind(descriptor) == S_IFIFO else { return nil }
    let mode = (isWriting ? O_WRONLY : O_RDONLY) | O_NONBLOCK | O_CLOEXEC
    let pipe = open("/proc/self/fd/\(descriptor)", mode)
    guard pipe >= 0 else { return nil }
    _ = fcntl(pipe, setPipeSize, 1 << 20)
    return pipe
  }

  /// Frees the reserved space, and closes the descriptor if this object owns it. Buffered bytes
  /// must have been flushed.
  ///
  /// - Returns: 0, or a negative status when the last bytes could not be stored.
  @discardableResult
  func close() -> Int32 {
    guard isOpen else { return 0 }
    isOpen = false
    releaseReserve()
    guard ownsDescriptor else { return 0 }
    return Glibc.close(descriptor) == 0 ? 0 : ff_error_posix(errno)
  }

  /// The brand of a file of QuickTime's family: "isom", "heic", or empty where it has none; nil for
  /// files of other kinds.
  var brand: String? {
    var start = [UInt8](repeating: 0, count: 12)
    guard pread(descriptor, &start, 12, 0) == 12 else { return nil }
    let box = String(decoding: start[4..<8], as: UTF8.self)
    if box == "ftyp" { return String(decoding: start[8...], as: UTF8.self) }
    return ["mdat", "wide", "free", "skip"].contains(box) ? "" : nil
  }

  // MARK: - Reserved space

  /// Bytes from the beginning that the file system has reserved; nil where it cannot reserve.
  private var promised: Int64? = 0

  /// Makes sure that the file can grow to `end` bytes, so that a full disk shows before a packet is
  /// written, while there is still room to complete the file.
  ///
  /// - Returns: 0, also where the file system cannot reserve space; or a negative status when there
  ///   is no room.
  func reserve(upTo end: Int64) -> Int32 {
    guard isRegularFile else { return 0 }
    if end > Self.sizeLimit { return ff_error_posix(EFBIG) }
    guard let promised, end > promised else { return 0 }
    let step: Int64 = 4 << 20
    for goal in [end + step, end] {
      if ff_reserve(descriptor, promised, goal - promised) == 0 {
        self.promised = goal
        return 0
      }
      guard [ENOSPC, EDQUOT, EFBIG].contains(errno) else {
        self.promised = nil
        return 0
      }
    }
    return ff_error_posix(errno)
  }

  /// Maximum file size of this process (`ulimit -f`), which a reservation does not check.
  private static let sizeLimit: Int64 = {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit) == 0 else {
      return .max
    }
    return Int64(clamping: limit.rlim_cur)
  }()

  /// Frees the space reserved beyond the end of the file.
  private func releaseReserve() {
    guard let promised, promised > 0 else { return }
    var status = stat()
    if fstat(descriptor, &status) == 0 { ftruncate(descriptor, status.st_size) }
  }

  // MARK: - Callbacks of libavformat

  /// Ends reading at once, and writing as soon as the other side stops reading. Any thread.
  func interrupt() {
    isInterrupted.store(true, ordering: .releasing)
    var one: UInt8 = 1
    _ = Glibc.write(wake.writer, &one, 1)
  }

  private static func from(_ opaque: UnsafeMutableRawPointer?) -> DescriptorIO {
    Unmanaged<DescriptorIO>.fromOpaque(opaque!).takeUnretainedValue()
  }

  private func transfer(for event: Int16, _ call: (Int32) -> Int) -> Int32 {
    let isReading = event == Int16(POLLIN)
    while true {
      let isStopping = isInterrupted.load(ordering: .acquiring)
      if isStopping && isReading { return ff_error_exit }
      if !isRegularFile {
        var waits = [
          pollfd(fd: descriptor, events: event, revents: 0),
          pollfd(fd: isStopping ? -1 : wake.reader, events: Int16(POLLIN), revents: 0),
        ]
        let ready = poll(&waits, 2, isStopping ? 2000 : -1)
        if ready < 0, errno != EINTR { return ff_error_posix(errno) }
        if ready == 0 { return ff_error_exit }
        if ready < 0 || waits[0].revents == 0 { continue }
      }
      let done = call(descriptor)
      if done > 0 { return Int32(done) }
      if done == 0 { return isReading ? ff_error_eof : 0 }
      if errno != EINTR && errno != EAGAIN { return ff_error_posix(errno) }
    }
  }

  private func transferAll(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
    var written: Int32 = 0
    while written < count {
      let rest = Int(count - written)
      let done = transfer(for: Int16(POLLOUT)) { Glibc.write($0, bytes! + Int(written), rest) }
      if done < 0 { return done }
      written += done
    }
    return count
  }

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    if whence & AVSEEK_SIZE != 0 {
      var status = stat()
      return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : Int64(ff_error_posix(errno))
    }
    let position = lseek(descriptor, Int(offset), whence & ~AVSEEK_FORCE)
    return position >= 0 ? Int64(position) : Int64(ff_error_posix(errno))
  }
}

/// `S_IFREG`, `S_IFIFO` and so on; 0 for a descriptor that is not open.
func fileKind(_ descriptor: Int32) -> mode_t {
  var status = stat()
  return fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
}
