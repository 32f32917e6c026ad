public import CSplash
internal import SplashSubjects

// The functions of splash.h, where they are described.

private let version = Pointer(permanent(splashVersion))
private let formats = Pointer(permanent(PixelLayout.all.map(\.name)))

/// A read-only address; no thread writes to it.
private struct Pointer<Pointee>: @unchecked Sendable {
  let address: UnsafePointer<Pointee>
  init(_ address: UnsafePointer<Pointee>) { self.address = address }
}

@_cdecl("splash_version")
public func version_() -> UnsafePointer<CChar> { version.address }

@_cdecl("splash_formats")
public func formats_() -> UnsafePointer<UnsafePointer<CChar>?> { formats.address }

@_cdecl("splash_settings")
public func settings(_ count: UnsafeMutablePointer<Int>) -> UnsafePointer<splash_setting> {
  count.pointee = SettingTable.shared.count
  return SettingTable.shared.start
}

@_cdecl("splash_filter_open")
public func open(
  _ settings: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<CChar>?, _ size: Int
) -> OpaquePointer? {
  reporting(to: error, size) {
    let filter = try PixelFilter(try LookTimeline(text: settings), networks: .installed)
    return OpaquePointer(Unmanaged.passRetained(filter).toOpaque())
  }
}

@_cdecl("splash_filter_close")
public func close(_ filter: OpaquePointer?) {
  if let filter { Unmanaged<PixelFilter>.fromOpaque(UnsafeRawPointer(filter)).release() }
}

@_cdecl("splash_filter_load")
public func load(
  _ filter: OpaquePointer, _ settings: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> CInt {
  reporting(to: error, size) {
    try object(filter).load(try LookTimeline(text: settings))
  } == nil ? -1 : 0
}

@_cdecl("splash_filter_set")
public func set(
  _ filter: OpaquePointer, _ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>,
  _ error: UnsafeMutablePointer<CChar>?, _ size: Int
) -> CInt {
  reporting(to: error, size) {
    try object(filter).set(String(cString: name), to: String(cString: value))
  } == nil ? -1 : 0
}

@_cdecl("splash_filter_set_length")
public func setLength(_ filter: OpaquePointer, _ seconds: CDouble) {
  object(filter).length = seconds.isFinite ? seconds : nil
}

@_cdecl("splash_filter_apply")
public func apply(
  _ filter: OpaquePointer, _ image: UnsafePointer<splash_image>,
  _ error: UnsafeMutablePointer<CChar>?, _ size: Int
) -> CInt {
  reporting(to: error, size) {
    try object(filter).change(try PixelBuffer(image.pointee))
  } == nil ? -1 : 0
}

@_cdecl("splash_filter_mask")
public func mask(
  _ filter: OpaquePointer, _ image: UnsafePointer<splash_image>,
  _ mask: UnsafeMutablePointer<UInt8>?, _ stride: Int, _ error: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> CInt {
  reporting(to: error, size) {
    let picture = try PixelBuffer(image.pointee)
    let buffer = try MaskBuffer(mask, stride: stride, for: picture)
    return try object(filter).drawMask(of: picture, into: buffer)
  } == nil ? -1 : 0
}

@_cdecl("splash_filter_read")
public func read(_ filter: OpaquePointer, _ readings: UnsafeMutablePointer<splash_readings>) {
  let filter = object(filter)
  let gains = filter.gains
  readings.pointee = splash_readings(
    gains: (gains.red, gains.green, gains.blue), kept: filter.kept ?? .nan,
    flicker: filter.flicker ?? .nan)
}

private func object(_ filter: OpaquePointer) -> PixelFilter {
  Unmanaged<PixelFilter>.fromOpaque(UnsafeRawPointer(filter)).takeUnretainedValue()
}

/// Runs the body and returns its result; nil where it threw, with the error's text in the caller's
/// memory.
private func reporting<Result>(
  to error: UnsafeMutablePointer<CChar>?, _ size: Int, _ body: () throws -> Result
) -> Result? {
  do {
    return try body()
  } catch let failure {
    guard let error, size > 0 else { return nil }
    let text = (failure as? SettingError)?.description ?? "\(failure)"
    // Drops an incomplete character at the end.
    var bytes = Array(text.utf8.prefix(size - 1))
    while String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
    for (index, byte) in bytes.enumerated() { error[index] = CChar(bitPattern: byte) }
    error[bytes.count] = 0
    return nil
  }
}
