internal import CFFmpeg
internal import Glibc
internal import Synchronization

/// FFmpeg's own messages on standard error.
public enum FFmpegLog {
  /// Silences FFmpeg, so that splash's error is the only line, or lets it write its log.
  ///
  /// Either way splash's errors give FFmpeg's reason from now on ("width not divisible by 2"),
  /// which status codes ("Invalid argument") leave out. As in FFmpeg, the setting is one for the
  /// whole process.
  public static func set(isVerbose: Bool) {
    isSet.store(true, ordering: .relaxed)
    // SVT-AV1 writes to standard error without FFmpeg's log.
    if !isVerbose { setenv("SVT_LOG", "0", 0) }
    if !isVerbose { StandardError.silenceLibraries() }
    av_log_set_level(isVerbose ? AV_LOG_INFO : AV_LOG_QUIET)
    ff_listen_to_log { source, size in
      if let source { DamageCounter.heard(from: source) }
      guard let ear = Ear.present, ear.isOpen.pointee, ear.text[0] == 0 else { return nil }
      size?.pointee = Int32(Ear.length)
      return ear.text
    }
  }

  /// Whether FFmpeg's errors are recorded at all.
  static var isHeard: Bool { isSet.load(ordering: .relaxed) }
  private static let isSet = Atomic(false)

  /// Makes a call and returns its status with the first error that FFmpeg logged on this thread
  /// meanwhile; later errors are only consequences of the first.
  static func listen(_ call: () -> Int32) -> (status: Int32, error: String?) {
    let ear = Ear.ofThisThread
    ear.text[0] = 0
    ear.isOpen.pointee = true
    let status = call()
    ear.isOpen.pointee = false
    if ear.text[0] == 0 { return (status, nil) }
    let line = String(cString: ear.text)
    return (status, String(line.drop(while: \.isWhitespace).prefix { !$0.isNewline }))
  }
}

/// A thread's buffer for the error. It is not shared, so it needs no lock.
private struct Ear {
  static let length = 512
  let isOpen: UnsafeMutablePointer<Bool>
  let text: UnsafeMutablePointer<CChar>

  private static let key = {
    var key = pthread_key_t()
    guard pthread_key_create(&key, { free($0) }) == 0 else { fatalError("out of thread keys") }
    return key
  }()

  private init(_ memory: UnsafeMutableRawPointer) {
    isOpen = memory.assumingMemoryBound(to: Bool.self)
    text = (memory + 1).assumingMemoryBound(to: CChar.self)
  }

  static var present: Ear? { pthread_getspecific(key).map { Ear($0) } }

  static var ofThisThread: Ear {
    if let present { return present }
    guard let memory = calloc(1, length + 1) else { fatalError("out of memory") }
    pthread_setspecific(key, memory)
    return Ear(memory)
  }
}
