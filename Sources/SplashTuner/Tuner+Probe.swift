internal import Foundation

extension Tuner {
  /// Chroma samples from the center of the loupe to its edge.
  private static let loupeRadius = 7

  /// The color of a spot of a displayed frame, and that frame.
  func colors(of spot: Spot, picture: UInt32) throws -> (ColorSample, PictureHistory.Entry) {
    guard let entry = history.entry(picture) else {
      throw SplashError(.usage, "no frame to sample yet")
    }
    guard let colors = entry.frame.colors(in: spot.stored(turn)) else {
      throw SplashError(.usage, "\(player.media.name): there is no color in it to sample")
    }
    return (ColorSample(colors, gains: gains), entry)
  }

  /// Sends a browser the color at the pointer, and the selection that a click would give.
  func probe(
    _ spot: Spot, picture: UInt32, use: BrowserRequest.SampleUse, of hue: BrowserRequest.HueChoice,
    for outbox: Outbox
  ) throws {
    let (sample, entry) = try colors(of: spot, picture: picture)
    let probed = BrowserMessage.Probed(
      text: sample.text, color: sample.color.hex, patch: patch(around: spot, of: entry.frame),
      columns: 2 * Self.loupeRadius + 1)
    @Sendable func answer(_ text: String, _ mask: SmallMask?, isPending: Bool = false) {
      var probed = probed
      (probed.text, probed.isPending) = (text, isPending)
      (probed.mask, probed.width, probed.height) = (
        mask.map { Data($0.codes) }, mask?.width, mask?.height
      )
      outbox.put(answer: BrowserMessage.encode(probed))
    }
    guard use == .object else {
      let settings = look.snapshot.settings
      let wanted = settings.applying(sample.pickedRange(for: settings), use, to: hue)
      return answer(
        sample.text,
        try SmallMask(of: entry.frame, settings: wanted, gains: gains, turn: turn)?.upright)
    }
    let number = outbox.beginProbe()
    try findThing(
      at: spot.middle, in: entry,
      onWait: { answer("looking at what is there …", $0?.mask, isPending: true) },
      isWanted: { outbox.awaitsProbe(number) }
    ) { found in
      do {
        let thing = try found.get()
        answer(thing.text, thing.mask)
      } catch {
        answer("\(error)", nil)
      }
    }
  }

  private func patch(around spot: Spot, of frame: borrowing Frame) -> Data {
    let (radius, turn) = (Self.loupeRadius, turn)
    return frame.withPlanes { planes in
      let size = (width: Double(planes.chromaWidth), height: Double(planes.chromaHeight))
      let shown = turn.turned(size.width, size.height)
      let middle = spot.middle
      var bytes = Data()
      for row in -radius...radius {
        for column in -radius...radius {
          let place = Spot(
            x: middle.x + Double(column) / shown.width, y: middle.y + Double(row) / shown.height,
            width: 0, height: 0
          ).stored(turn)
          guard (0..<1).contains(place.x), (0..<1).contains(place.y) else {
            bytes.append(contentsOf: [0, 0, 0])
            continue
          }
          let color = planes.color(Int(place.x * size.width), Int(place.y * size.height))
          for part in [color.red, color.green, color.blue] {
            bytes.append(UInt8(min(max(part, 0), 1) * 255 + 0.5))
          }
        }
      }
      return bytes
    } ?? Data()
  }
}
