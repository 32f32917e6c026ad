/// The nearest number of quarter turns, 0…3, to degrees counter-clockwise.
package func quarterTurns(_ degrees: Double) -> Int {
  (Int((degrees / 90).rounded()) % 4 + 4) % 4
}
