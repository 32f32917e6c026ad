internal import Glibc
internal import Synchronization

/// ONNX Runtime, loaded when the first network is opened and kept; nothing is linked.
///
/// Functions are called by their index in `OrtApi` of onnxruntime_c_api.h, a table to which
/// versions only append. All indices used here exist since version 1.
package final class OnnxRuntime: Sendable {
  typealias Handle = UnsafeMutableRawPointer

  /// Indices in the table.
  enum Function: Int {
    case getErrorMessage = 2
    case createEnv = 3
    case createSession = 7
    case run = 9
    case createSessionOptions = 10
    case disableCpuMemArena = 19
    case setIntraOpNumThreads = 24
    case sessionGetInputCount = 30
    case sessionGetOutputCount = 31
    case sessionGetInputTypeInfo = 33
    case sessionGetOutputTypeInfo = 34
    case sessionGetInputName = 36
    case sessionGetOutputName = 37
    case createRunOptions = 39
    case runOptionsSetTerminate = 46
    case createTensorWithData = 49
    case getTensorMutableData = 51
    case castTypeInfoToTensorInfo = 55
    case getTensorElementType = 60
    case getDimensionsCount = 61
    case getDimensions = 62
    case getTensorTypeAndShape = 65
    case createCpuMemoryInfo = 69
    case allocatorFree = 76
    case getAllocatorWithDefaultOptions = 78
    case releaseStatus = 93
    case releaseSession = 95
    case releaseValue = 96
    case releaseRunOptions = 97
    case releaseTypeInfo = 98
    case releaseTensorTypeAndShapeInfo = 99
    case releaseSessionOptions = 100
  }

  private nonisolated(unsafe) let table: UnsafePointer<UnsafeRawPointer>
  nonisolated(unsafe) let environment: Handle
  /// Describes plain memory of this machine.
  nonisolated(unsafe) let memory: Handle
  nonisolated(unsafe) let allocator: Handle
  /// The library's version, such as "1.31.1".
  package let version: String
  /// The networks that this runtime uses together with others. Without, it has its own, each keeps
  /// the memory of its largest run for the next one, and runs go on side by side.
  let shared: SharedSessions?
  private let runs = Mutex<(isEnded: Bool, options: Set<UInt>)>((false, []))

  /// - Parameters:
  ///   - library: path of `libonnxruntime.so`, or a name for the system's loader.
  ///   - shared: networks that it uses together with other runtimes; nil for its own.
  /// - Throws: `SplashError` of kind badInput if it cannot be opened.
  package init(library: String, shared: SharedSessions? = nil) throws(SplashError) {
    self.shared = shared
    typealias Base = @convention(c) () -> UnsafePointer<UnsafeRawPointer>?
    typealias GetTable = @convention(c) (UInt32) -> UnsafePointer<UnsafeRawPointer>?
    typealias GetVersion = @convention(c) () -> UnsafePointer<CChar>
    func failed(_ cause: String) -> SplashError {
      SplashError(
        .badInput, "\(library): cannot open ONNX Runtime", cause: cause,
        remedy: "name its libonnxruntime.so, or name none and run splash models fetch")
    }
    guard let opened = library.withPath({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }) else {
      throw failed(dlerror().map { String(cString: $0) } ?? "no such library")
    }
    guard let symbol = dlsym(opened, "OrtGetApiBase"),
      let base = unsafeBitCast(symbol, to: Base.self)(),
      let table = unsafeBitCast(base[0], to: GetTable.self)(1)
    else { throw failed("it is another library") }
    self.table = table
    version = String(cString: unsafeBitCast(base[1], to: GetVersion.self)())
    typealias CreateEnvironment =
      @convention(c) (Int32, UnsafePointer<CChar>, UnsafeMutablePointer<Handle?>) -> Handle?
    typealias CreateMemory =
      @convention(c) (Int32, Int32, UnsafeMutablePointer<Handle?>) -> Handle?
    typealias GetAllocator = @convention(c) (UnsafeMutablePointer<Handle?>) -> Handle?
    let (fatalOnly, device, anyUse): (Int32, Int32, Int32) = (4, 0, 0)
    do {
      environment = try Self.made(table) {
        Self.function(table, .createEnv, as: CreateEnvironment.self)(fatalOnly, "splash", $0)
      }
      memory = try Self.made(table) {
        Self.function(table, .createCpuMemoryInfo, as: CreateMemory.self)(device, anyUse, $0)
      }
      allocator = try Self.made(table) {
        Self.function(table, .getAllocatorWithDefaultOptions, as: GetAllocator.self)($0)
      }
    } catch {
      throw failed(error.message)
    }
  }

  /// Stops all runs, which then fail, and prevents new ones. Any thread.
  package func end() {
    typealias Terminate = @convention(c) (Handle) -> Handle?
    runs.withLock { runs in
      runs.isEnded = true
      for case let options? in runs.options.map(Handle.init(bitPattern:)) {
        try? check(function(.runOptionsSetTerminate, as: Terminate.self)(options))
      }
    }
  }

  /// Calls `run` with options through which `end()` can stop it.
  func withRunOptions(_ run: (_ options: Handle) throws(Failure) -> Void) throws(Failure) {
    typealias Create = @convention(c) (UnsafeMutablePointer<Handle?>) -> Handle?
    let options = try made { function(.createRunOptions, as: Create.self)($0) }
    defer { release(options, .releaseRunOptions) }
    let name = UInt(bitPattern: options)
    let isEnded = runs.withLock { runs in
      if !runs.isEnded { runs.options.insert(name) }
      return runs.isEnded
    }
    guard !isEnded else { throw Failure(message: "it was given up") }
    defer { runs.withLock { _ = $0.options.remove(name) } }
    try alone { () throws(Failure) in try run(options) }
  }

  /// Calls `work` while no other runtime opens or runs a shared network.
  func alone<Value: Sendable>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
    guard let shared else { return try work() }
    return try shared.alone(work)
  }

  /// A network's file as the library has opened it.
  final class OpenedSession: Sendable {
    nonisolated(unsafe) let handle: Handle
    private let runtime: OnnxRuntime

    init(_ handle: Handle, of runtime: OnnxRuntime) {
      (self.handle, self.runtime) = (handle, runtime)
    }

    deinit { runtime.release(handle, .releaseSession) }
  }

  /// An error message of the library.
  struct Failure: Error {
    var message: String
  }

  func function<Function>(_ place: OnnxRuntime.Function, as type: Function.Type) -> Function {
    Self.function(table, place, as: type)
  }

  /// The handle that a call writes.
  func made(
    _ call: (UnsafeMutablePointer<Handle?>) -> Handle?
  ) throws(Failure) -> Handle { try Self.made(table, call) }

  /// Releases a handle.
  func release(_ handle: Handle, _ place: OnnxRuntime.Function) {
    typealias Release = @convention(c) (Handle) -> Void
    function(place, as: Release.self)(handle)
  }

  /// - Parameter status: returned by a call.
  func check(_ status: Handle?) throws(Failure) { try Self.check(table, status) }

  private static func function<Function>(
    _ table: UnsafePointer<UnsafeRawPointer>, _ place: OnnxRuntime.Function, as: Function.Type
  ) -> Function {
    unsafeBitCast(table[place.rawValue], to: Function.self)
  }

  private static func made(
    _ table: UnsafePointer<UnsafeRawPointer>,
    _ call: (UnsafeMutablePointer<Handle?>) -> Handle?
  ) throws(Failure) -> Handle {
    var made: Handle?
    try check(table, call(&made))
    guard let made else { throw Failure(message: "nothing was made") }
    return made
  }

  private static func check(
    _ table: UnsafePointer<UnsafeRawPointer>, _ status: Handle?
  ) throws(Failure) {
    typealias GetMessage = @convention(c) (Handle) -> UnsafePointer<CChar>
    typealias Release = @convention(c) (Handle) -> Void
    guard let status else { return }
    let message = String(cString: function(table, .getErrorMessage, as: GetMessage.self)(status))
    function(table, .releaseStatus, as: Release.self)(status)
    throw Failure(message: message)
  }
}
