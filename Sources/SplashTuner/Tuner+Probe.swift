internal import Foundation
internal import SplashCore
internal import SplashFFmpeg
internal import SplashFilter

extension Tuner {
  /// Chroma samples to each side of the middle of what the loupe shows.
  private static let loupeRadius = 7

  /// What a spot of a picture that was shown looks like, and that picture.
  func colors(of spot: Spot, picture: UInt32) throws -> (ColorSample, PictureHistory.Entry) {
    guard let entry = history.entry(picture) else {
      throw SplashError(.usage, "no picture to sample yet")
    }
    guard let colors = entry.frame.colors(in: spot.stored(rotation: rotation)) else {
      throw SplashError(.usage, "\(player.media.name): there is no color in it to sample")
    }
    return (ColorSample(colors, gains: gains), entry)
  }

  /// Tells a browser what it points at, and what a click would keep.
  func probe(
    _ spot: Spot, picture: UInt32, use: BrowserRequest.SampleUse, of hue: BrowserRequest.HueChoice,
    for outbox: Outbox
  ) throws {
    let (sample, entry) = try colors(of: spot, picture: picture)
    let settings = look.snapshot.settings
    let wanted =
      use == .object
      ? settings.keepingObject(at: spot)
      : sample.range(for: settings).map { settings.applying($0, use, to: hue) }
    let mask = try wanted.flatMap {
      try SmallMask(of: entry.frame, settings: $0, gains: gains, rotation: rotation)
    }?.upright
    let isMissing = use == .object && mask?.share == 0
    outbox.put(
      answer: BrowserMessage.encode(
        BrowserMessage.Probed(
          text: isMissing ? "the hues keep nothing here" : sample.text, color: sample.color.hex,
          patch: patch(around: spot, of: entry.frame),
          columns: 2 * Self.loupeRadius + 1, mask: mask.map { Data($0.codes) },
          width: mask?.width, height: mask?.height)))
  }

  private func patch(around spot: Spot, of frame: borrowing Frame) -> Data {
    let rotation = rotation
    let (radius, isTurned) = (Self.loupeRadius, quarterTurns(rotation) % 2 != 0)
    return frame.withPlanes { planes in
      let size = (width: Double(planes.chromaWidth), height: Double(planes.chromaHeight))
      let shown = isTurned ? (width: size.height, height: size.width) : size
      let middle = (x: spot.x + spot.width / 2, y: spot.y + spot.height / 2)
      var bytes = Data()
      for row in -radius...radius {
        for column in -radius...radius {
          let place = Spot(
            x: middle.x + Double(column) / shown.width, y: middle.y + Double(row) / shown.height,
            width: 0, height: 0
          ).stored(rotation: rotation)
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

extension SplashSettings {
  /// These settings with nothing kept but the object at the middle of a spot as it is displayed.
  fileprivate func keepingObject(at spot: Spot) -> SplashSettings {
    var settings = self
    let (x, y) = (spot.x + spot.width / 2, spot.y + spot.height / 2)
    settings.keep = [.object(at: .init(x: min(max(x, 0), 1), y: min(max(y, 0), 1)))]
    settings.within.removeAll { $0.region == nil }
    settings.without.removeAll { $0.region == nil }
    return settings
  }
}
