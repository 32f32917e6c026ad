internal import CFFmpeg
internal import Glibc

/// Tracks of an animated AVIF, as far as FFmpeg's reader does not tell (ISO/IEC 14496-12; 23008-12,
/// section 7; AVIF 1.1, section 4).
struct PictureSequence {
  /// How often it is played, 0 for ever, also where the file does not say, as in browsers.
  private(set) var plays = 0
  /// The alpha track of each color track, without premultiplied ones.
  private(set) var alphaTracks: [Int: Int] = [:]
  /// Alpha tracks by which color tracks say they are premultiplied.
  private var multiplied: Set<Int> = []

  /// Maximum size of the description in bytes, more than any file needs.
  private static let most = 16 << 20

  /// Nil for other files, and for inputs that are no file.
  init?(of demuxer: Demuxer) {
    let brand = tags(of: demuxer.context.pointee.metadata).first { $0.key == "major_brand" }
    guard brand?.value == "avis", let movie = Self.movie(in: filePath(of: demuxer.name)) else {
      return nil
    }
    for track in Boxes(movie[...]) where track.type == "trak" { add(track.data) }
    alphaTracks = alphaTracks.filter { !multiplied.contains($0.value) }
  }

  /// The contents of the `moov` box.
  private static func movie(in path: String) -> [UInt8]? {
    let descriptor = openForReading(path, O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    func read(_ count: Int, at place: Int) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: count)
      return pread(descriptor, &bytes, count, place) == count ? bytes : nil
    }
    var place = 0
    for _ in 0..<64 {
      guard let head = read(8, at: place) else { return nil }
      let isLong = Boxes.number(head[0..<4]) == 1
      let long = isLong ? read(8, at: place + 8) : Array(head[0..<4])
      guard let size = long.map({ Boxes.number($0[...]) }) else { return nil }
      let start = isLong ? 16 : 8
      if head[4...].elementsEqual("moov".utf8) {
        return start...most ~= size ? read(size - start, at: place + start) : nil
      }
      guard size >= start, size < 1 << 48 else { return nil }
      place += size
    }
    return nil
  }

  private mutating func add(_ track: ArraySlice<UInt8>) {
    let boxes = Boxes(track)
    guard let header = boxes["tkhd"], let version = header.first else { return }
    let isWide = version == 1
    func field(_ data: ArraySlice<UInt8>, _ place: Int, _ count: Int) -> Int? {
      let start = data.startIndex + place
      return start + count <= data.endIndex ? Boxes.number(data[start..<start + count]) : nil
    }
    guard let id = field(header, isWide ? 20 : 12, 4) else { return }
    let references = boxes["tref"].map { Boxes($0) }
    if let alpha = references?["prem"].flatMap({ field($0, 0, 4) }) { multiplied.insert(alpha) }
    let kind = boxes["mdia"].flatMap { Boxes($0)["hdlr"] }?.dropFirst(8).prefix(4)
    if kind?.elementsEqual("auxv".utf8) == true {
      guard let master = references?["auxl"].flatMap({ field($0, 0, 4) }),
        track.isAlpha
      else { return }
      alphaTracks[master] = id
    } else if let list = boxes["edts"].flatMap({ Boxes($0)["elst"] }), let version = list.first,
      (field(list, 3, 1) ?? 0) & 1 != 0,
      let length = field(list, 8, version == 1 ? 8 : 4), length > 0
    {
      // A flag that repeats the edit for the duration of the track.
      let bytes = isWide ? 8 : 4
      guard let whole = field(header, isWide ? 28 : 20, bytes) else { return }
      // FFmpeg from 6.1 on writes the highest signed number in place of the highest one.
      let isEndless = whole == (isWide ? -1 : Int(UInt32.max)) || whole == Int.max
      plays = isEndless ? 0 : whole > 0 ? (whole - 1) / length + 1 : 1
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether an auxiliary track is alpha; tracks without a stated kind count as alpha too.
  fileprivate var isAlpha: Bool {
    let kinds = ["mpegB:cicp:systems:auxiliary:alpha", "hevc:2015:auxid:1"]
    guard let kind = firstRange(of: Array("urn:mpeg:".utf8)) else { return true }
    return kinds.contains { self[kind.upperBound...].starts(with: $0.utf8) }
  }
}
