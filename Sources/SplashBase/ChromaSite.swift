/// Where the center of a chroma sample lies among the luma samples that it covers, if chroma is
/// subsampled by 2.
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

  /// The default of MPEG-2 and H.264: on the left column, between the rows.
  public static let left = ChromaSite(column: .first, row: .between)
}
