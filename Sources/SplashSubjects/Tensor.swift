/// Numbers with a shape; those along the last side lie next to each other.
package struct Tensor: Equatable, Sendable {
  package var shape: [Int]
  package var values: [Float]

  package init(shape: [Int], values: [Float]) {
    precondition(shape.reduce(1, *) == values.count)
    self.shape = shape
    self.values = values
  }
}
