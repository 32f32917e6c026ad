internal import CFFmpeg

/// The alpha of a clip that is a grey stream of its own, joined to the frames with the same times.
// For one thread.
final class AlphaPictures {
  let stream: UnsafeMutablePointer<AVStream>
  private let decoder: Decoder
  private let unit: AVRational
  private var colors: [Held] = []
  private var alphas: [Held] = []
  private var isOver = false
  private let pool = BufferPool()

  private final class Held {
    var frame: Frame?
    let time: Int64
    init(_ frame: consuming Frame, _ time: Int64) {
      self.time = time
      self.frame = consume frame
    }
  }

  /// Maximum number and bytes of frames that wait for their alpha: more than lie between two
  /// streams of a file, which readers bring within a second of each other.
  private static let (most, room) = (256, 512 << 20)

  private static func isFull(_ held: [Held]) -> Bool {
    held.count > most || held.count * (held.first?.frame?.bytes ?? 0) > room
  }

  /// Nil where no stream of the file is the alpha of the video.
  init?(
    of video: UnsafeMutablePointer<AVStream>, in demuxer: Demuxer, _ sequence: PictureSequence?,
    options: InputOptions
  ) throws(SplashError) {
    guard let track = sequence?.alphaTracks[Int(video.pointee.id)],
      // FFmpeg 7.1 also lists the still picture of the file, under the number of its track.
      let stream = demuxer.streams.filter({ Int($0.pointee.id) == track })
        .max(by: { $0.pointee.nb_frames < $1.pointee.nb_frames }),
      let alpha = stream.pointee.codecpar?.pointee, let color = video.pointee.codecpar?.pointee,
      (alpha.width, alpha.height) == (color.width, color.height)
    else { return nil }
    self.stream = stream
    unit = video.pointee.time_base
    decoder = try Decoder(
      parameters: stream.pointee.codecpar, timeBase: stream.pointee.time_base,
      maxPixels: options.maxPixels, isLive: false, name: demuxer.name)
  }

  /// Sends a packet of the alpha stream to its decoder; nil at the end.
  func send(_ packet: UnsafePointer<AVPacket>?) {
    decoder.send(packet)
    if packet == nil { isOver = true }
    while let frame = decoder.receive() {
      let time = av_rescale_q(frame.timestamp ?? 0, frame.timeBase, unit)
      alphas.append(Held(frame, time))
      if Self.isFull(alphas) { alphas.removeFirst() }
    }
  }

  /// The next frame of those that `receive` returns, joined with its alpha; nil when more packets
  /// are needed, or all frames have been given. A frame without alpha is opaque.
  func next(_ receive: () -> Frame?) -> Frame? {
    while let frame = receive() {
      let time = frame.timestamp ?? 0
      colors.append(Held(frame, time))
    }
    guard let first = colors.first else { return nil }
    alphas.removeAll { $0.time < first.time }
    guard !alphas.isEmpty || isOver || Self.isFull(colors) else { return nil }
    colors.removeFirst()
    return join(first.frame.take()!, alphas.first.flatMap { $0.time == first.time ? $0 : nil })
  }

  private func join(_ color: consuming Frame, _ alpha: Held?) -> Frame {
    guard let format = color.format.withAlphaPlane else { return color }
    var result = pool.picture(width: color.width, height: color.height, format: format)
    result.copyProperties(of: color)
    result.withMutablePlanes { target in
      color.withPlanes { source in
        for plane in 0..<3 { target.copy(plane: plane, of: source) }
      }
      let bytes = format.depth > 8 ? 2 : 1
      let most = (1 << format.depth) - 1
      for y in 0..<result.height {
        let row = target.row(y, ofPlane: 3)
        for x in row.indices { row[x] = UInt8(x % bytes == 0 ? most & 0xff : most >> 8) }
      }
      guard let grey = alpha?.frame.take(), grey.format.depth == format.depth,
        (grey.width, grey.height) == (result.width, result.height)
      else { return }
      grey.withPlanes { source in
        for y in 0..<result.height {
          let row = target.row(y, ofPlane: 3)
          _ = row.update(fromContentsOf: source.row(y, ofPlane: 0))
        }
      }
    }
    return result
  }
}

extension PixelFormat {
  /// The planar format with the same samples and alpha; nil where FFmpeg has none.
  fileprivate var withAlphaPlane: PixelFormat? {
    guard !hasAlpha else { return nil }
    let kinds = [("yuv", "yuva"), ("gbrp", "gbrap")]
    return kinds.first { name.hasPrefix($0.0) }.flatMap {
      PixelFormat(name: $0.1 + name.dropFirst($0.0.count))
    }
  }
}
