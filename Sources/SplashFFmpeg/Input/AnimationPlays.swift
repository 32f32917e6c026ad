internal import CFFmpeg

/// How often a GIF or an APNG is to be played, from its file, 0 for ever; nil for other inputs.
/// FFmpeg's readers do not tell.
func plays(of demuxer: Demuxer) -> Int? {
  guard let kind = demuxer.context.pointee.iformat?.pointee.name.map({ String(cString: $0) }),
    ["gif", "apng"].contains(kind)
  else { return nil }
  let start = WholeFile.start(of: filePath(of: demuxer.name), count: 1 << 16)
  guard !start.isEmpty else { return nil }
  return kind == "gif" ? playsOfGIF(start) : playsOfAPNG(start)
}

/// Source: GIF89a, sections 18 to 26, and the application extension of Netscape 2.0, which counts
/// repetitions; without it an animation is played once.
private func playsOfGIF(_ file: [UInt8]) -> Int? {
  guard file.count > 13, file.starts(with: "GIF".utf8) else { return nil }
  var place = 13 + (file[10] & 0x80 == 0 ? 0 : 3 << (Int(file[10] & 7) + 1))
  while place + 19 <= file.count, file[place] == 0x21 {
    let name = file[place + 3..<place + 14]
    if file[place + 1] == 0xff, file[place + 2] == 11,
      name.elementsEqual("NETSCAPE2.0".utf8) || name.elementsEqual("ANIMEXTS1.0".utf8),
      file[place + 14] == 3, file[place + 15] == 1
    {
      let again = Int(file[place + 16]) | Int(file[place + 17]) << 8
      return again == 0 ? 0 : again + 1
    }
    place += 2
    while place < file.count, file[place] > 0 { place += 1 + Int(file[place]) }
    place += 1
  }
  return 1
}

/// Source: Portable Network Graphics, third edition, section 11.3.6.1 (`acTL`), which precedes the
/// frames.
private func playsOfAPNG(_ file: [UInt8]) -> Int? {
  func number(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
  var place = 8
  while place + 16 <= file.count {
    if file[place + 4..<place + 8].elementsEqual("acTL".utf8) { return number(place + 12) }
    place += 12 + number(place)
  }
  return nil
}
