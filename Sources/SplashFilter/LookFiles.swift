internal import SplashSubjects
internal import Synchronization

/// Size, format and coding of a look's result.
package struct PictureKind: Equatable, Sendable {
  package var width, height: Int
  package var format: PixelFormat
  package var coding: ColorCoding
  /// Width of a pixel relative to its height.
  package var pixelWidth: Double
  /// How a background of another aspect ratio is fitted.
  package var fit = LookPicture.Fit.stretch

  init(of frame: borrowing Frame) {
    (width, height) = (frame.width, frame.height)
    (format, coding) = (frame.format.planar, ColorCoding(of: frame))
    pixelWidth = frame.pixelWidth
  }
}

/// The files that settings name. Color tables and images are read once, masks along with each clip.
/// Any thread.
public final class LookFiles: Sendable {
  /// Whether the files are for a photo, which allows networks more time.
  let isPhoto: Bool
  private let openers: LookOpeners
  private let boundary: FileBoundary?
  private let tables = Mutex<[String: ColorTable]>([:])
  /// The backgrounds that were read last, fitted to the frames.
  private let backdrops = Mutex<[(file: String, kind: PictureKind, backdrop: Backdrop)]>([])
  /// The kind of the video's frames; nil before the first.
  private let kind = Mutex<PictureKind?>(nil)
  /// A cross-fade needs two.
  private static let backdropLimit = 2

  /// Opens no files but color tables in `.cube` format.
  public convenience init() { self.init(LookOpeners()) }

  /// - Parameters:
  ///   - openers: open the files.
  ///   - boundary: limits which files may be read; nil for no limit.
  ///   - isPhoto: whether the files are for a photo.
  package init(_ openers: LookOpeners, boundary: FileBoundary? = nil, isPhoto: Bool = false) {
    (self.openers, self.boundary, self.isPhoto) = (openers, boundary, isPhoto)
  }

  private func decode(_ file: String, _ kind: PictureKind?) throws -> Frame {
    var frame: Frame?
    try FileBoundary.$current.withValue(boundary) { frame = try openers.decode(file, kind) }
    return frame.take()!
  }

  /// Opens the masks in a file.
  func openMask(_ file: String) throws -> any MaskReader {
    try FileBoundary.$current.withValue(boundary) { try openers.openMask(Self.readable(file)) }
  }

  /// Opens the background clip in a file.
  func openFilm(_ file: String) throws -> any FilmReader {
    try FileBoundary.$current.withValue(boundary) { try openers.openFilm(Self.readable(file)) }
  }

  /// Opens the network that finds a subject in wide frames, or in others.
  func openNetwork(_ subject: Selection.Subject, _ isWide: Bool) throws -> Network {
    try openers.openNetwork(subject, isWide)
  }

  /// Opens the network that settles where the one for people is unsure; nil if there is none.
  func openOpinion() throws(SplashError) -> Network? { try openers.openOpinion() }

  /// Opens the networks that find the thing at a point.
  func openClick() throws -> ClickNetwork { try openers.openClick() }

  /// Opens the networks that find the outlines of people; nil if their masks stay as they are.
  func openOutlines() throws -> ClickNetwork? { try openers.openOutlines(isPhoto) }

  /// Opens the network that finds faces.
  func openFaces() throws -> FaceNetwork { try openers.openFaces() }

  /// Reads all files that settings name, so that errors show before the work begins.
  ///
  /// - Throws: `SplashError` that names the file and what is wrong with it.
  public func read(for settings: SplashSettings) throws {
    for file in settings.files { try boundary?.check(file) }
    for step in settings.rest + settings.kept {
      if let file = step.tableFile { _ = try table(Self.readable(file)) }
      if let picture = step.picture {
        if picture.moves {
          _ = try openFilm(picture.file)
        } else if let kind = kind.withLock({ $0 }) {
          _ = try backdrop(picture, kind)
        } else {
          _ = try decode(Self.readable(picture.file), nil)
        }
      }
    }
    for selection in settings.selections {
      if case .mask(let file) = selection { _ = try openMask(file) }
      try selection.askForNetworks {
        try openNetwork($0, $1)
      } thing: {
        try openClick()
      } face: {
        try openFaces()
      }
      if selection == .subject(.person) || selection.isOnePerson { _ = try openOutlines() }
    }
  }

  /// Drops all that was read, since files may have changed.
  package func forget() {
    tables.withLock { $0 = [:] }
    backdrops.withLock { $0 = [] }
  }

  /// Drops the color tables that no settings in the list name.
  package func keep(for settings: [SplashSettings]) {
    let named = Set(settings.flatMap { ($0.rest + $0.kept).compactMap(\.tableFile) })
    tables.withLock { $0 = $0.filter { named.contains($0.key) } }
  }

  /// Sets the kind of frames that backgrounds are fitted to from now on.
  func expect(_ kind: PictureKind) { self.kind.withLock { $0 = kind } }

  /// Checks that a file can be opened repeatedly, and returns its name.
  ///
  /// - Throws: `SplashError` of kind badInput for a pipe or a device, whose bytes can be read only
  ///   once.
  private static func readable(_ file: String) throws(SplashError) -> String {
    let path = filePath(of: file)
    guard let entry = FolderEntry(path: path), entry == .other || entry == .link,
      FileVersion(path: path) == nil
    else { return file }
    throw SplashError(
      .badInput, "\(file): cannot read", cause: "it is no regular file, and is read more than once",
      remedy: "store it in one")
  }

  /// The color tables and still backgrounds that settings need.
  func materials(for settings: SplashSettings, _ kind: PictureKind) throws -> LookMaterials {
    var tables: [String: ColorTable] = [:]
    var backdrops: [LookPicture: Backdrop] = [:]
    for step in settings.rest + settings.kept {
      if let file = step.tableFile { tables[file] = try table(file) }
      if let picture = step.picture, !picture.moves {
        backdrops[picture] = try backdrop(picture, kind)
      }
    }
    return LookMaterials(tables: tables, backdrops: backdrops)
  }

  /// Reads outside of the lock, so that no thread waits for a file that another one reads.
  private func backdrop(_ picture: LookPicture, _ kind: PictureKind) throws -> Backdrop? {
    let file = picture.file
    var kind = kind
    kind.fit = picture.fit
    let known = backdrops.withLock { $0.first { $0.file == file && $0.kind == kind } }
    if let known { return known.backdrop }
    guard
      let backdrop = try decode(Self.readable(file), kind).withPlanes({ Backdrop(copying: $0) })
    else { return nil }
    backdrops.withLock { $0 = $0.suffix(Self.backdropLimit - 1) + [(file, kind, backdrop)] }
    return backdrop
  }

  private func table(_ file: String) throws -> ColorTable {
    if let table = tables.withLock({ $0[file] }) { return table }
    let name = file.lowercased()
    let table =
      // `text(of:)` reads up to 1 GiB: a lattice of 256 a side with ten digits per number. The zero
      // ends the text for C.
      if name.hasSuffix(".cube") {
        try ColorTable(cube: file, text: text(of: file) + [0])
      } else if name.hasSuffix(".3dl") {
        try ColorTable(mesh: file, text: text(of: file))
      } else {
        try hald(file)
      }
    tables.withLock { $0[file] = table }
    return table
  }

  private func text(of file: String) throws -> [UInt8] {
    try FileBoundary.$current.withValue(boundary) {
      try WholeFile.bytes(of: file, limit: 1 << 30)
    }
  }

  private func hald(_ file: String) throws -> ColorTable {
    let frame = try decode(file, nil)
    let table = try frame.withPlanes { planes in
      try ColorTable(
        hald: file, width: planes.width, height: planes.height, values: planes.rgbValues(file))
    }
    guard let table else {
      throw SplashError(.badInput, "\(file): not a Hald CLUT", cause: "its samples are not plain")
    }
    return table
  }
}

extension PlaneView {
  /// R', G' and B' of all pixels, 0…1, three values per pixel.
  fileprivate func rgbValues(_ file: String) throws -> [Float] {
    let isGrey = format.components.count < 3
    guard isGrey || format.isRGB else {
      throw SplashError(.badInput, "\(file): not a Hald CLUT", cause: "it is not R'G'B'")
    }
    _ = try ColorTable.level(ofHald: file, width: width, height: height)
    var values: [Float] = []
    values.reserveCapacity(3 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        for index in isGrey ? [0, 0, 0] : [0, 1, 2] {
          let top = Float((1 << format.components[index].depth) - 1)
          values.append(Float(code(index, x, y)) / top)
        }
      }
    }
    return values
  }
}
