/// Where the middle of a chroma sample lies among the luma samples that it covers, where chroma is
/// halved.
public struct ChromaSite: Equatable, Sendable {
  public enum Place: Sendable {
    /// On the first column or row.
    case first
    /// Between the two.
    case between
    /// On the second row.
    case second
  }

  /// `first` or `between`.
  public var column: Place
  public var row: Place

  public init(column: Place, row: Place) {
    self.column = column
    self.row = row
  }

  /// As in MPEG-2 and H.264 where nothing else is said: on the left column, between the rows.
  public static let left = ChromaSite(column: .first, row: .between)
}
