internal import CFFmpeg

typealias Tags = [(key: String, value: String)]

/// Every entry of a dictionary, in its order.
func tags(of dictionary: OpaquePointer?) -> Tags {
  var tags: Tags = []
  var entry: UnsafeMutablePointer<AVDictionaryEntry>?
  while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
    tags.append((String(cString: next.pointee.key), String(cString: next.pointee.value)))
    entry = next
  }
  return tags
}

/// A dictionary with these entries; the caller or the structure it goes into frees it.
func dictionary(of tags: Tags) -> OpaquePointer? {
  var dictionary: OpaquePointer?
  for tag in tags { av_dict_set(&dictionary, tag.key, tag.value, 0) }
  return dictionary
}

extension InputOptions {
  /// Those of a stream's or a file's tags that go along. What players choose and show streams by is none
  /// that tells of somebody: the language, and how two views lie in one picture.
  func taken(_ tags: Tags) -> Tags {
    takesTags ? tags : tags.filter { ["language", "stereo_mode"].contains($0.key.lowercased()) }
  }
}

/// The side data of a stream that stays true when the stream passes through or is encoded again.
func sideData(
  of stream: UnsafePointer<AVStream>, types: [AVPacketSideDataType]
) -> [(type: AVPacketSideDataType, bytes: [UInt8])] {
  types.compactMap { type in
    var size = 0
    guard let data = ff_stream_side_data(stream, type, &size), size > 0 else { return nil }
    return (type, [UInt8](UnsafeBufferPointer(start: data, count: size)))
  }
}

/// Puts side data into a stream that is about to be written.
func attach(
  _ sideData: [(type: AVPacketSideDataType, bytes: [UInt8])],
  to stream: UnsafeMutablePointer<AVStream>
) {
  for (type, bytes) in sideData {
    guard let copy = ff_stream_new_side_data(stream, type, bytes.count) else { continue }
    copy.update(from: bytes, count: bytes.count)
  }
}
