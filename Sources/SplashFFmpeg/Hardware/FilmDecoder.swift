internal import CFFmpeg

/// Decodes a clip's frames on a device, where the user asks for one. Where the device fails, the
/// processor decodes instead: all of the clip, or the rest once the device has given a frame.
final class FilmDecoder {
  private var decoder: Decoder
  private let openSoftware: () throws(SplashError) -> Decoder
  private let name: String
  /// Packets sent to the device; nil where the processor decodes.
  private var sent: SentPackets?
  /// Whether the device has decoded a frame.
  private var isProven = false
  /// Number of frames that the device decoded, and number of damaged ones up to the last of them.
  private var (pictures, damagedByDevice) = (0, 0)
  /// Packets to send to the processor again.
  private var replay: ArraySlice<SentPackets.Packet> = []
  /// Frames that the device decoded from those packets; nil once the processor has gone beyond
  /// them.
  private var made: SentPackets?
  /// Number of damaged frames among those that were decoded twice.
  private var damagedTwice = 0
  /// Whether the processor waits for a keyframe, and how many packets it has skipped meanwhile.
  private var (isWaiting, missed) = (false, 0)
  /// Why the processor decodes although the user asked for a device, for people.
  private(set) var note: String?
  /// Why the processor decoded the rest after a device failed, for people.
  private(set) var loss: String?

  /// Maximum number of packets that the device gets before its first frame: more than any codec
  /// delays.
  private static let patience = 64

  /// - Parameters:
  ///   - hardware: the decoding device; `auto` counts as off.
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
      sent = SentPackets()
    } catch {
      decoder = try open(nil)
      note = Self.note(error.description)
    }
  }

  private static func note(_ reason: String) -> String { "\(reason); software decodes" }

  /// The decoder's name, for people and reports.
  var title: String { decoder.title }
  /// Whether a device decodes; not known before the first frame.
  var isHardware: Bool { decoder.hardware != nil }
  var damaged: Int {
    decoder.damaged + (loss == nil ? 0 : damagedByDevice + missed - damagedTwice)
  }
  var received: Int { decoder.received }
  var complaint: String? { decoder.complaint }

  /// Sends a packet to the decoder; nil at the end.
  func send(_ packet: UnsafePointer<AVPacket>?) {
    if isWaiting, let packet {
      guard packet.pointee.flags & AV_PKT_FLAG_KEY != 0 else {
        missed += 1
        return
      }
      isWaiting = false
    }
    sent?.append(packet, isBounded: isProven)
    decoder.send(packet)
  }

  /// The next frame; nil when another packet is needed, or all frames have been given.
  func receive() -> Frame? {
    if sent != nil {
      if let frame = decoder.receive(), decoder.hasUsedDevice {
        isProven = true
        pictures += 1
        damagedByDevice = decoder.damaged
        sent?.give(frame.timestamp)
        return frame
      }
      guard isProven ? decoder.deviceFailure != nil : hasNoUse else { return nil }
      fallBack()
    }
    while true {
      if let frame = decoder.receive() {
        guard made?.hasMade(frame.timestamp) == true else {
          made = nil
          return frame
        }
        damagedTwice = decoder.damaged
      } else if let next = replay.popFirst() {
        decoder.send(next.packet)
      } else {
        replay = []
        return nil
      }
    }
  }

  /// Whether the device, which has decoded no frame yet, is useless.
  private var hasNoUse: Bool {
    guard let packets = sent?.packets else { return true }
    let isOver = packets.last.map { $0.packet == nil } ?? false
    return decoder.hasFailed || decoder.hasGivenPicture || isOver
      || packets.count > Self.patience
  }

  private func fallBack() {
    guard var sent = sent.take(), let kind = decoder.hardware?.kind,
      let software = try? openSoftware()
    else { return }
    replay = sent.take()[...]
    if isProven {
      let reason = decoder.deviceFailure ?? ""
      let place = "after frame \(pictures)"
      loss = "\(kind.name) failed \(place) (\(reason)), and software decoded the rest"
      // Without packets to replay, the frame in the device is lost: usually one.
      (isWaiting, missed) = replay.isEmpty ? (true, 1) : (false, 0)
      made = replay.isEmpty ? nil : sent
    } else {
      let reason = decoder.complaint ?? "it gives no frame"
      note = Self.note("\(name): \(kind.name) cannot decode it: \(reason)")
    }
    decoder = software
  }
}
