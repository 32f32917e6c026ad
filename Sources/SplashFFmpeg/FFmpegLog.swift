internal import CFFmpeg
internal import Glibc
internal import Synchronization

/// What FFmpeg's libraries print on standard error by themselves.
public enum FFmpegLog {
  /// Silence, so that an error of ours is the one line people see; or FFmpeg's own account.
  ///
  /// Either way errors of ours give FFmpeg's reason from now on ("width not divisible by 2"), which
  /// its status codes ("Invalid argument") leave out. The setting is one for the whole process, as
  /// FFmpeg's is.
  public static func set(isVerbose: Bool) {
    isSet.store(true, ordering: .relaxed)
    // SVT-AV1 writes to standard error past FFmpeg's log.
    if !isVerbose { setenv("SVT_LOG", "0", 0) }
    av_log_set_level(isVerbose ? AV_LOG_INFO : AV_LOG_QUIET)
    av_log_set_callback { source, level, format, arguments in
      // Whether Swift takes a `va_list` for an optional differs from machine to machine.
      guard let format, let arguments = Optional.some(arguments).flatMap({ $0 }) else { return }
      if level <= AV_LOG_ERROR {
        FFmpegLog.heard(source, format, arguments)
        if let source { DamageCounter.heard(from: source) }
      }
      av_log_default_callback(source, level, format, arguments)
    }
  }

  /// Whether errors are heard at all.
  static var isHeard: Bool { isSet.load(ordering: .relaxed) }
  private static let isSet = Atomic(false)

  /// Makes a call and gives what it returned with the first error that FFmpeg logged meanwhile on
  /// this thread; the first because later ones only tell what came of it.
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

  private static func heard(
    _ source: UnsafeMutableRawPointer?, _ format: UnsafePointer<CChar>, _ arguments: CVaListPointer
  ) {
    guard let ear = Ear.present, ear.isOpen.pointee, ear.text[0] == 0 else { return }
    ff_log_line(source, format, arguments, ear.text, Int32(Ear.length))
  }
}

/// Memory of one thread for the error it hears. Nothing is shared, so nothing is locked.
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
