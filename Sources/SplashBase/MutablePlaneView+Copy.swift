extension MutablePlaneView {
  /// Copies a plane of a frame of the same format to a place, in luma samples.
  ///
  /// - Parameter extent: luma samples to fill; if it is one more than the frame has, the last
  ///   sample of each luma row and the last row are repeated.
  package func copy(
    plane: Int, of source: borrowing PlaneView, to place: (column: Int, row: Int) = (0, 0),
    filling extent: (width: Int, height: Int)? = nil
  ) {
    let format = source.format
    guard let index = format.components.firstIndex(where: { $0.plane == plane }) else { return }
    let isLuma = index != 1 && index != 2
    let step = format.components[index].step
    let (bytes, rows) = source.size(ofPlane: plane)
    let left = isLuma ? place.column : place.column >> format.log2ChromaWidth
    let top = isLuma ? place.row : place.row >> format.log2ChromaHeight
    let isNarrow = isLuma && extent.map { $0.width > source.width } ?? false
    let isShort = isLuma && extent.map { $0.height > source.height } ?? false
    let (stride, pitch) = (source.planes[plane].stride, view.planes[plane].stride)
    let from = source.start(ofPlane: plane)
    let to = view.start(ofPlane: plane) + top * pitch + left * step
    for row in 0..<(isShort ? rows + 1 : rows) {
      let (line, target) = (from + min(row, rows - 1) * stride, to + row * pitch)
      target.update(from: line, count: bytes)
      if isNarrow { (target + bytes).update(from: line + bytes - step, count: step) }
    }
  }

  /// Copies the samples of a packed frame's component to a place, in luma samples, of a plane that
  /// holds only this component.
  ///
  /// - Parameter width: luma samples per row; one more than the frame has if its width is odd, to
  ///   fill the last group.
  package func copy(
    packedComponent index: Int, of source: borrowing PlaneView, to place: (column: Int, row: Int),
    width: Int
  ) {
    let (from, to) = (source.format.components[index], view.format.components[index])
    let count = index == 0 ? width : source.chromaWidth
    let left = index == 0 ? place.column : place.column >> view.format.log2ChromaWidth
    let (stride, pitch) = (source.planes[from.plane].stride, view.planes[to.plane].stride)
    let (first, step) = (source.start(ofPlane: from.plane) + from.offset, from.step)
    let start = view.start(ofPlane: to.plane) + place.row * pitch + left
    for row in 0..<source.height {
      let (line, target) = (first + row * stride, start + row * pitch)
      for x in 0..<count { target[x] = line[x * step] }
    }
  }
}
