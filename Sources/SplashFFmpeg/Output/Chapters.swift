internal import CFFmpeg

/// Adds chapters to a container, before its header is written.
func addChapters(
  _ chapters: [MediaDescription.Chapter], to context: UnsafeMutablePointer<AVFormatContext>
) {
  guard !chapters.isEmpty else { return }
  let size = MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
  context.pointee.chapters = av_calloc(chapters.count, size)!.assumingMemoryBound(
    to: UnsafeMutablePointer<AVChapter>?.self)
  for (index, chapter) in chapters.enumerated() {
    let copy = av_mallocz(MemoryLayout<AVChapter>.stride)!.assumingMemoryBound(to: AVChapter.self)
    copy.pointee.id = chapter.id
    copy.pointee.time_base = chapter.timeBase
    copy.pointee.start = max(0, chapter.start)
    copy.pointee.end = chapter.end
    copy.pointee.metadata = dictionary(of: chapter.metadata)
    context.pointee.chapters[index] = copy
  }
  context.pointee.nb_chapters = UInt32(chapters.count)
}
