internal import CFFmpeg
internal import CPipeWire
internal import Glibc
public import SplashCore
internal import SplashFFmpeg
internal import Synchronization

/// A camera of a desktop that runs PipeWire: no kernel module, no root.
///
/// Programs that read may come and go, one or several; without any, frames are dropped. The first
/// one chooses the format. A reader misses frames only while it holds all buffers. When the daemon
/// restarts, the camera comes back within a second.
public final class PipeWireCamera: FrameSink {
  /// Whether a name means a PipeWire camera: `pipewire` or `pipewire:NAME`.
  public static func suits(_ output: String) -> Bool {
    output == "pipewire" || output.hasPrefix("pipewire:")
  }

  public let name: String

  private let title: String
  private let wish: NodeFormat?
  private let rate: AVRational
  private let scaler = Scaler()
  private let turner: Turner?
  private let camera = Mutex<Node?>(nil)

  /// The node that desktops see. Any thread may call its functions while it is open.
  private struct Node: @unchecked Sendable {
    let node: OpaquePointer
    let width, height: Int
  }

  /// Rows are multiples of this many bytes, as all readers assume.
  private static let alignment: Int32 = 4

  /// Prepares a camera, which desktops see from the first frame on.
  ///
  /// - Parameters:
  ///   - name: `pipewire`, or `pipewire:NAME` for its name on desktops, which is `splash`
  ///     otherwise.
  ///   - pixelFormat: FFmpeg's name of the only format to offer; nil for the frames' own and all
  ///     that they can be converted to.
  ///   - media: the frames' rate and turn, which is applied to the pixels.
  /// - Throws: `SplashError` of kind usage for an invalid name or format, of kind badInput where
  ///   PipeWire is not installed.
  public init(_ name: String, pixelFormat: String? = nil, media: MediaDescription) throws {
    self.name = name
    title = name == "pipewire" ? "splash" : String(name.dropFirst("pipewire:".count))
    guard !title.isEmpty else {
      throw SplashError(
        .usage, "\(name): no name", remedy: "say pipewire, or a name behind pipewire:")
    }
    wish = try pixelFormat.map { asked in
      guard let format = PixelFormat(name: asked).flatMap(NodeFormat.init) else {
        throw SplashError(
          .usage, "\(option: "pixelFormat") \(asked): \(name) cannot have it",
          remedy: "use one of \(NodeFormat.names.joined(separator: ", "))")
      }
      return format
    }
    guard pipeWireIsInstalled() != 0 else {
      throw SplashError(
        .badInput, "\(name): no camera", cause: "PipeWire's library is not installed",
        remedy: "install it: sudo apt install libpipewire-0.3-0")
    }
    rate = av_d2q(max(0, media.frameRate), 100_000)
    turner = Turner(media.picture.turn)
  }

  public func write(_ frame: consuming Frame, _ clock: StageClock) throws {
    var frame = frame
    if let turner { frame = try clock.measure(.convert) { try turner.apply(to: frame) } }
    let camera = try camera.withLock(\.self) ?? begin(with: frame)
    self.camera.withLock { $0 = camera }
    guard let format = NodeFormat(nodeFormat(camera.node)) else { return }
    if frame.format != format.pixels || frame.width != camera.width
      || frame.height != camera.height
    {
      frame = try clock.measure(.convert) {
        try scaler.convert(frame, to: format.pixels, width: camera.width, height: camera.height)
      }
    }
    clock.measure(.write, in: .processor) { put(frame, camera.node) }
  }

  public func finish(_ clock: StageClock) throws {
    camera.withLock { camera in
      if let camera { closeNode(camera.node) }
      camera = nil
    }
  }

  public var isSeen: Bool {
    camera.withLock { camera in
      camera.map { NodeFormat(nodeFormat($0.node)) != nil } ?? true
    }
  }

  private func begin(with frame: borrowing Frame) throws(SplashError) -> Node {
    let native = NodeFormat(frame.format.withoutRange)
    let formats = wish.map { [$0] } ?? [native].compactMap { $0 } + NodeFormat.common
    // Readers disagree on where the chroma of an odd row or column lies.
    let (width, height) = (max(2, frame.width & ~1), max(2, frame.height & ~1))
    let (matrix, range) = (ColorMatrix(of: frame), ColorRange(of: frame))
    let node = title.withCString { title in
      formats.map(\.code).withUnsafeBufferPointer { codes in
        var offer = NodeOffer(
          name: title, formats: codes.baseAddress!, format_count: Int32(codes.count),
          width: Int32(width), height: Int32(height), rate: UInt32(rate.num), per: UInt32(rate.den),
          range: range == .full ? SPA_VIDEO_COLOR_RANGE_0_255 : SPA_VIDEO_COLOR_RANGE_16_235,
          matrix: matrix.code)
        return openNode(&offer)
      }
    }
    guard let node else {
      throw SplashError(
        .badInput, "\(name): no camera", cause: "PipeWire does not answer: \(systemMessage(errno))",
        remedy: "log in to a desktop that runs it, or start it: systemctl --user start pipewire")
    }
    return Node(node: node, width: width, height: height)
  }

  private func put(_ frame: borrowing Frame, _ node: OpaquePointer) {
    let (format, picture) = (frame.format.av, frame.av.pointee)
    let size = av_image_get_buffer_size(format, picture.width, picture.height, Self.alignment)
    let row = av_image_get_linesize(format, picture.width, 0)
    let stride = (row + Self.alignment - 1) / Self.alignment * Self.alignment
    let time = Int64(frame.captureTime ?? monotonicNanoseconds())
    _ = putPicture(
      node, time: time, size: Int(size), stride: stride,
      fill: { frame, memory in
        let picture = frame.assumingMemoryBound(to: AVFrame.self).pointee
        withUnsafeBytes(of: picture.data) { data in
          withUnsafeBytes(of: picture.linesize) { strides in
            let planes = data.bindMemory(to: UnsafePointer<UInt8>?.self).baseAddress!
            let format = AVPixelFormat(picture.format)
            _ = av_image_copy_to_buffer(
              memory,
              av_image_get_buffer_size(
                format, picture.width, picture.height, PipeWireCamera.alignment), planes,
              strides.bindMemory(to: Int32.self).baseAddress!, format, picture.width,
              picture.height, PipeWireCamera.alignment)
          }
        }
      }, context: frame.av)
  }
}

extension ColorMatrix {
  fileprivate var code: spa_video_color_matrix {
    switch self {
    case .bt601: SPA_VIDEO_COLOR_MATRIX_BT601
    case .bt709: SPA_VIDEO_COLOR_MATRIX_BT709
    case .bt2020: SPA_VIDEO_COLOR_MATRIX_BT2020
    }
  }
}
