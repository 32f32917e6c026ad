internal import SplashPhoto
internal import SplashPipeWire

/// Whether a name means a camera: a Video4Linux device or a PipeWire node.
public func isCamera(_ input: String) -> Bool {
  isVideoDevice(input) || PipeWireSource.suits(input)
}

/// Opens a source by its name: a test pattern, a camera, a photo, or anything that libavformat
/// opens.
///
/// - Parameters:
///   - input: the name.
///   - options: how to read it.
///   - isPaced: makes a file behave like a camera.
///   - camera: how to use a camera; of `options`, cameras use matrix, range, start and duration.
public func openSource(
  _ input: String, options: InputOptions = InputOptions(), isPaced: Bool = false,
  camera: CameraOptions = CameraOptions()
) throws -> any FrameSource {
  if !options.pieces.isEmpty {
    let film = try CutSource(input, options: options)
    return isPaced ? PacedSource(film) : film
  }
  if !isCamera(input), !input.hasPrefix("test:") {
    let file: any FrameSource =
      try openPhoto(input, options: options) ?? FFmpegSource(input, options: options)
    return isPaced ? PacedSource(file) : file
  }
  try FileBoundary.current?.checkNamed(input)
  guard options.part == nil else {
    throw SplashError(
      .usage, "\(input): \(option: "part") is for clips, which have key frames and an end")
  }
  var source: any FrameSource
  if PipeWireSource.suits(input) {
    source = try PipeWireSource(input, options: camera.forPipeWire(options))
  } else if isVideoDevice(input) {
    var camera = camera
    camera.matrix = options.matrix
    camera.range = options.range
    source = try Camera(path: input, options: camera)
  } else {
    source = try TestPattern(input)
  }
  if options.start != nil || options.duration != nil {
    source = PartSource(source, options: options)
  }
  return isPaced && !source.isLive ? PacedSource(source) : source
}

/// Opens a sink by its name, for frames of another shape.
///
/// - Parameters:
///   - shape: crop, turn, scale and frame rate of the output.
///   - isDouble: each frame shows source and result beside each other.
///   - frameLimit: maximum number of frames; nil for no limit.
/// - Throws: `SplashError` of kind usage for a shape that these frames cannot have, and what the
///   output throws.
func openSink(
  _ output: String, options: OutputOptions, media: MediaDescription, shape: OutputShape,
  isDouble: Bool, frameLimit: Int?
) throws -> any FrameSink {
  var (media, options) = (media, options)
  let asked = shape
  if options.format == nil, media.decoder == "apng", frameLimit != 1, output.isSinglePNG {
    options.format = "apng"
  }
  let shape = shape.filled(for: output, options, media, isStill: frameLimit == 1)
  var (shaper, isEncodedAnew): (Shaper?, Bool) = (nil, shape.changesPictures)
  if isEncodedAnew {
    let layout = try ShapeLayout(shape, of: media.picture, name: media.name, isDouble: isDouble)
    layout.describe(&media.picture)
    shaper = Shaper(layout)
    media.original = media.original.map {
      ReshapedPhoto(of: $0, hasProfile: true, shape: isDouble ? nil : layout.ofOthers)
    }
  } else if isDouble, let single = media.original.flatMap(ReshapedPhoto.init(doubling:)) {
    (media.original, isEncodedAnew) = (single, true)
  }
  // The source's JPEG tables do not fit a photo that is encoded as a whole.
  if isEncodedAnew, media.isPhoto, options.quality == nil, ReshapedPhoto.isJPEG(output) {
    options.quality = 92
  }
  let isTimed =
    output != "null" && !isVideoDevice(output) && !PipeWireCamera.suits(output) && !media.isPhoto
  let rate = isTimed ? shape.ratio : nil
  let rateBefore = media.frameRate
  let losesTimecode = rate.map { media.convertTimecode(to: $0) } ?? false
  if let rate { (media.picture.frameRate, media.picture.finestRate) = (rate, rate) }
  // HDR needs more than eight bits, and players do not show 8-bit files as HDR.
  let isToned =
    media.picture.isHDR && output != "null"
    && (shape.isSDR
      || !media.isPhoto && FFmpegSink.bits(output, options: options, media: media) == 8)
  let source = media.picture
  if isToned {
    let named = options.pixelFormat.flatMap { PixelFormat(name: $0) }
    let format = named.flatMap { $0.isRGB || $0.samples == nil ? nil : $0.withoutRange }
    media.picture.bringToSDR(format ?? source.eightBits)
    // The ICC profile describes the light before tone mapping.
    media.original = media.original.map { ReshapedPhoto(of: $0, hasProfile: false) }
  }
  var sink = try openSink(output, options: options, media: media)
  if isToned { sink = ToneMappedSink(sink, source, to: media.picture.format) }
  let note =
    shape == asked
    ? nil
    : "\(output): \(media.width)x\(media.height)\(shape.rateInWords), the default for such files; "
      + "--scale 100% and --fps keep more"
  if let shaper { sink = ShapedSink(sink, shaper, note: rate == nil ? note : nil) }
  let loss =
    losesTimecode ? "\(output): leaving out the time code, which this rate cannot have" : nil
  return rate.map {
    RatedSink(sink, rate: $0, before: rateBefore, notes: [note, loss])
  } ?? sink
}

/// Opens a sink by its name: `null`, which discards all frames, a virtual camera of Video4Linux or
/// PipeWire, a photo, or a file, pipe or address.
public func openSink(
  _ output: String, options: OutputOptions = OutputOptions(), media: MediaDescription
) throws -> any FrameSink {
  if output == "null" { return NullSink() }
  if let photo = try PhotoSink(output, options: options, media: media) { return photo }
  if PipeWireCamera.suits(output) {
    return try PipeWireCamera(output, pixelFormat: options.pixelFormat, media: media)
  }
  guard isVideoDevice(output) else {
    return try FFmpegSink(output, options: options, media: media)
  }
  guard !isSameVideoDevice(output, media.name) else {
    throw SplashError(.usage, "\(output): input and output are the same device")
  }
  let format = try options.pixelFormat.map { name in
    guard let format = FourCC(outputFormat: name) else {
      throw SplashError(
        .usage, "\(option: "pixelFormat") \(name): \(output) cannot have it",
        remedy: "use one of \(FourCC.outputFormatNames.joined(separator: ", "))")
    }
    return format
  }
  return try VirtualCamera(path: output, format: format, media: media)
}

extension String {
  /// Whether it names a single PNG file, which may be an animated one.
  fileprivate var isSinglePNG: Bool {
    lowercased().hasSuffix(".png") && NumberedName(self) == nil
  }
}

extension CameraOptions {
  /// Those camera options that PipeWire cameras have.
  fileprivate func forPipeWire(_ input: InputOptions) -> PipeWireSourceOptions {
    var options = PipeWireSourceOptions()
    options.size = request.size.map { ($0.width, $0.height) }
    options.rate = request.rate
    options.handling = handling
    (options.handling.matrix, options.handling.range) = (input.matrix, input.range)
    return options
  }
}
