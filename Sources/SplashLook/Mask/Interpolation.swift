/// The two samples between which each sample of another resolution lies, center to center, and the
/// weight of the second: 0…1.
struct Interpolation {
  let places: [(first: Int, second: Int, share: Float)]

  init(from count: Int, to newCount: Int) {
    places = (0..<newCount).map { index in
      let place = (Double(index) + 0.5) * Double(count) / Double(newCount) - 0.5
      let bounded = min(max(place, 0), Double(count - 1))
      let first = Int(bounded)
      return (first, min(first + 1, count - 1), Float(bounded - Double(first)))
    }
  }
}
