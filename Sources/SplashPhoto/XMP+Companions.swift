/// Data that follow the image in a photo's file and belong to it.
struct Companions: Sendable {
  /// The file of the gain map by which HDR screens brighten the photo; nil if there is none.
  var gainMap: [UInt8]?
  /// Whether there is a gain map that is not a file of its own, as in HEIC.
  var hasOtherGainMap = false
  /// Whether it is a motion photo, with a short video.
  var hasFilm = false

  /// The names of existing companions, for people.
  var names: [String] {
    [
      gainMap == nil && !hasOtherGainMap ? nil : "its gain map for HDR",
      hasFilm ? "its video (a motion photo)" : nil,
    ]
    .compactMap(\.self)
  }

  /// A note that the output cannot keep these; nil if there are none.
  func loss(from photo: String, in output: String) -> String? {
    names.isEmpty
      ? nil
      : "\(output): leaving out what \(photo) has behind its image: "
        + names.joined(separator: " and ")
  }
}

/// What XMP says about companions: Google's Ultra HDR 1.1, Motion Photo 1.0 and the directory of
/// both (https://developer.android.com/media/platform/hdr-image-format, motion-photo-format).
enum XMPCompanions {
  private static let gainMapSpace = "http://ns.adobe.com/hdr-gain-map/1.0/"
  private static let films = ["MotionPhoto", "MicroVideo"]

  /// Whether XMP mentions a video.
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

  /// XMP without the properties and directory items of the gain map or the video; the directory is
  /// removed if only the image itself is left.
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

  /// XMP with a new length of the gain map in its directory.
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

  /// The items of the directory (`rdf:li`), which are only a few, and the range of the directory.
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

  /// Elements with their ranges, in no particular order.
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
  /// The bytes without some ranges, which may be nested.
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
