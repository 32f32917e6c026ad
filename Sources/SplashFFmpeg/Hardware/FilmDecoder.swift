internal import CFFmpeg
internal import SplashCore

/// Decodes a film's pictures by a device, where one is asked for, and by the processor where that fails:
/// from the beginning before the first picture, and from where it was afterwards.
final class FilmDecoder {
  private var decoder: Decoder
  private let openSoftware: () throws(SplashError) -> Decoder
  private let name: String
  /// What the device got; nil where the processor decodes.
  private var sent: SentPackets?
  /// The device has made a picture.
  private var isProven = false
  /// Pictures that it has made, and those that were damaged when it made the last of them.
  private var (pictures, damagedByDevice) = (0, 0)
  /// What the processor has to be sent again.
  private var replay: ArraySlice<SentPackets.Packet> = []
  /// What the device had made of that; nil when the processor has made more.
  private var made: SentPackets?
  /// Damaged pictures among those that were made twice.
  private var damagedTwice = 0
  /// The processor cannot begin yet, and what it has left out because of that.
  private var (isWaiting, missed) = (false, 0)
  /// Why the processor decodes where a device was asked for, for people.
  private(set) var note: String?
  /// Why the processor decoded the rest of what a device had begun, for people.
  private(set) var loss: String?

  /// Packets that the device is given before it has to have made a picture: more than any codec
  /// keeps back.
  private static let patience = 64

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
      sent = SentPackets()
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
  var damaged: Int {
    decoder.damaged + (loss == nil ? 0 : damagedByDevice + missed - damagedTwice)
  }
  var received: Int { decoder.received }
  var complaint: String? { decoder.complaint }

  /// Takes a packet; nil says that no more will come.
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

  /// The next picture; nil when another packet is needed, or all have been given.
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

  /// Whether the device, which has made no picture yet, will make none.
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
      let place = "after picture \(pictures)"
      loss = "\(kind.name) failed \(place) (\(reason)), and software decoded the rest"
      // What the device had at the moment is one picture, mostly.
      (isWaiting, missed) = replay.isEmpty ? (true, 1) : (false, 0)
      made = replay.isEmpty ? nil : sent
    } else {
      let reason = decoder.complaint ?? "it gives no picture"
      note = Self.note("\(name): \(kind.name) cannot decode it: \(reason)")
    }
    decoder = software
  }
}
