/// A count and what is counted: `1 frame`, `2 frames`.
///
/// - Parameter noun: in the singular; its plural has an s more.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
