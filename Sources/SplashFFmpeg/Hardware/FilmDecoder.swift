internal import CFFmpeg
internal import SplashCore

/// Decodes a film's pictures by a device, where one is asked for, and by the processor where that fails
/// before the first picture.
final class FilmDecoder {
  private var decoder: Decoder
  private let openSoftware: () throws(SplashError) -> Decoder
  private let name: String
  /// What the device got, while it has not shown that it can; nil after its first picture, and
  /// where the processor decodes.
  private var trial: [SentPacket]?
  /// What the processor has to be sent again.
  private var replay: ArraySlice<SentPacket> = []
  /// Why the processor decodes where a device was asked for, for people.
  private(set) var note: String?

  /// Packets that the device is given before it has to have made a picture: more than any codec
  /// keeps back.
  private static let patience = 64

  /// What was sent; the end has no packet.
  private final class SentPacket {
    let packet: UnsafeMutablePointer<AVPacket>?

    init(_ packet: UnsafePointer<AVPacket>?) { self.packet = packet.map { av_packet_clone($0) } }

    deinit {
      var packet = packet
      av_packet_free(&packet)
    }
  }

  /// - Parameters:
  ///   - hardware: what decodes; `auto` counts as off.
  ///   - name: the file, for errors.
  ///   - open: opens a decoder, for a device or the processor.
  init(
    _ hardware: Hardware, codec: AVCodecID, name: String,
    open: @escaping (HardwareDecoding?) throws(SplashError) -> Decoder
  ) throws(SplashError) {
    self.name = name
    openSoftware = { () throws(SplashError) in try open(nil) }
    guard case .device(let kind, let device) = hardware else {
      decoder = try open(nil)
      return
    }
    do throws(SplashError) {
      decoder = try open(HardwareDecoding(kind, device, codec: codec, for: name))
      trial = []
    } catch {
      decoder = try open(nil)
      note = Self.note(error.description)
    }
  }

  private static func note(_ reason: String) -> String { "\(reason); software decodes" }

  /// What decodes, for people and reports.
  var title: String { decoder.title }
  /// Whether a device does; not known before the first picture.
  var isHardware: Bool { decoder.hardware != nil }
  var damaged: Int { decoder.damaged }
  var received: Int { decoder.received }
  var complaint: String? { decoder.complaint }

  /// Takes a packet; nil says that no more will come.
  func send(_ packet: UnsafePointer<AVPacket>?) {
    trial?.append(SentPacket(packet))
    decoder.send(packet)
  }

  /// The next picture; nil when another packet is needed, or all have been given.
  func receive() -> Frame? {
    if let sent = trial {
      if let frame = decoder.receive(), decoder.hasUsedDevice {
        trial = nil
        return frame
      }
      let isOver = sent.last.map { $0.packet == nil } ?? false
      guard decoder.hasFailed || decoder.hasGivenPicture || isOver || sent.count > Self.patience
      else { return nil }
      fallBack(sent)
    }
    while true {
      if let frame = decoder.receive() { return frame }
      guard let next = replay.popFirst() else { return nil }
      decoder.send(next.packet)
    }
  }

  private func fallBack(_ sent: [SentPacket]) {
    trial = nil
    guard let kind = decoder.hardware?.kind, let software = try? openSoftware() else { return }
    let reason = decoder.complaint ?? "it gives no picture"
    note = Self.note("\(name): \(kind.name) cannot decode it: \(reason)")
    decoder = software
    replay = sent[...]
  }
}
