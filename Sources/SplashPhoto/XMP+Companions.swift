/// What stands in the file of a photo behind its picture, and belongs to it.
struct Companions: Sendable {
  /// The file of the map by which screens for HDR brighten the picture; nil for none.
  var gainMap: [UInt8]?
  /// There is a map that is no file of its own, as in HEIC.
  var hasOtherGainMap = false
  /// A motion photo: seconds around the moment, as a film.
  var hasFilm = false

  /// For people.
  var names: [String] {
    [
      gainMap == nil && !hasOtherGainMap ? nil : "its gain map for HDR",
      hasFilm ? "its film (a motion photo)" : nil,
    ]
    .compactMap(\.self)
  }

  /// What a file says where these have no place in it; nil for nothing.
  func loss(from photo: String, in output: String) -> String? {
    names.isEmpty
      ? nil
      : "\(output): leaving out what \(photo) has behind its picture: "
        + names.joined(separator: " and ")
  }
}

/// What XMP says of companions: Google's Ultra HDR 1.1, Motion Photo 1.0 and the directory of both
/// (https://developer.android.com/media/platform/hdr-image-format, motion-photo-format).
enum XMPCompanions {
  private static let gainMapSpace = "http://ns.adobe.com/hdr-gain-map/1.0/"
  private static let films = ["MotionPhoto", "MicroVideo"]

  /// Whether XMP tells of a film.
  static func hasFilm(_ packet: [UInt8]?) -> Bool {
    guard let packet else { return false }
    return XMLTags(packet).contains { tag in
      tag.attributes.contains {
        films.contains(local($0.name)) && packet[$0.value].elementsEqual("1".utf8)
      }
        || films.contains(local(tag.name)) && !tag.isEnd
          && packet[tag.range.upperBound...].starts(with: "1<".utf8)
    }
  }

  /// XMP without what it says of the gain map or of the film, in properties and in the directory,
  /// which goes where it has no more than the picture itself.
  static func removed(gainMap: Bool, film: Bool, from packet: [UInt8]) -> [UInt8] {
    let prefixes = Set(
      XMLTags(packet).flatMap(\.attributes).filter {
        $0.name.hasPrefix("xmlns:") && packet[$0.value].elementsEqual(gainMapSpace.utf8)
      }.map { String($0.name.dropFirst("xmlns:".count)) })
    let (items, directory) = directory(of: packet)
    func isGone(_ name: String) -> Bool {
      gainMap && prefixes.contains(String(name.prefix { $0 != ":" }))
        || film && films.contains { local(name).hasPrefix($0) }
    }
    let goneItems = items.filter { gainMap && $0.isGainMap || film && $0.isFilm }
    var gone = goneItems.map(\.range)
    if items.count - goneItems.count <= 1, !goneItems.isEmpty, let directory {
      gone.append(directory)
    }
    for element in elements(of: packet) {
      if isGone(element.tag.name) { gone.append(element.range) }
      gone += element.tag.attributes.filter { isGone($0.name) }.map(\.whole)
    }
    return packet.removing(gone)
  }

  /// XMP whose directory says another length of the gain map.
  static func with(gainMapLength length: Int, in packet: [UInt8]) -> [UInt8] {
    guard let item = directory(of: packet).items.first(where: \.isGainMap) else { return packet }
    let tags = elements(of: packet).filter { item.range.contains($0.range.lowerBound) }
    let value =
      tags.flatMap(\.tag.attributes).first { local($0.name) == "Length" }?.value
      ?? tags.first { local($0.tag.name) == "Length" }.flatMap { element in
        let start = element.tag.range.upperBound
        return packet[start...].firstIndex(of: UInt8(ascii: "<")).map { start..<$0 }
      }
    guard let value else { return packet }
    var result = packet
    result.replaceSubrange(value, with: Array("\(length)".utf8))
    return result
  }

  private struct Item {
    var range: Range<Int>
    var isGainMap, isFilm: Bool
  }

  /// The items of the directory (`rdf:li`), of which there are no more than a few, and where it
  /// stands.
  private static func directory(
    of packet: [UInt8]
  ) -> (items: [Item], directory: Range<Int>?) {
    let elements = elements(of: packet)
    guard let directory = elements.first(where: { local($0.tag.name) == "Directory" })?.range
    else { return ([], nil) }
    let lines = elements.lazy.filter {
      local($0.tag.name) == "li" && directory.contains($0.range.lowerBound)
    }
    let items = lines.prefix(64).map { element in
      func says(_ word: String) -> Bool {
        packet[element.range].firstRange(of: Array(word.utf8)) != nil
      }
      return Item(range: element.range, isGainMap: says("GainMap"), isFilm: says("MotionPhoto"))
    }
    return (Array(items), directory)
  }

  /// Elements with their ends, in no order.
  private static func elements(
    of packet: [UInt8]
  ) -> [(tag: XMLTags.Tag, range: Range<Int>)] {
    var (open, all): ([XMLTags.Tag], [(tag: XMLTags.Tag, range: Range<Int>)]) = ([], [])
    for tag in XMLTags(packet) {
      if tag.isEnd {
        guard let start = open.popLast(), start.name == tag.name else { break }
        all.append((start, start.range.lowerBound..<tag.range.upperBound))
      } else if tag.isEmpty {
        all.append((tag, tag.range))
      } else {
        open.append(tag)
      }
    }
    return all
  }

  /// A name without its prefix.
  private static func local(_ name: String) -> String {
    name.split(separator: ":").last.map(String.init) ?? name
  }
}

extension [UInt8] {
  /// Without some stretches, which may lie in one another.
  fileprivate func removing(_ ranges: [Range<Int>]) -> [UInt8] {
    var (result, place): ([UInt8], Int) = ([], 0)
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound })
    where range.upperBound > place {
      if range.lowerBound > place { result += self[place..<range.lowerBound] }
      place = range.upperBound
    }
    return result + self[place...]
  }
}
