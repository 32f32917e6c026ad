internal import Foundation
internal import SplashCore
public import SplashFFmpeg
internal import SplashFilter
internal import SplashSubjects

/// What stands out in a picture of an input, one by one.
public final class SubjectList {
  public struct Report: Codable, Sendable {
    public var version = 1
    public var input: String
    /// Seconds from the beginning.
    public var time: Double
    /// Of the picture as displayed.
    public var width, height: Int
    /// The largest first.
    public var subjects: [Subject]
  }

  public struct Subject: Codable, Sendable {
    /// Counted from 1.
    public var number: Int
    public var person: Bool
    /// Left, top, width and height in shares of the picture as displayed.
    public var box: [Double]
    /// Of the picture, 0…1.
    public var share: Double
    /// What `--keep` takes to follow it.
    public var name: String
  }

  public let report: Report
  private let sheet: ContactSheet
  private let survey: SubjectSurvey

  /// Takes the first picture of an input.
  ///
  /// - Parameters:
  ///   - options: how to read it, and from which time on.
  ///   - models: where networks and their runtime are.
  public init(_ input: String, _ options: InputOptions, models: Models = Models()) throws {
    sheet = try ContactSheet(input, options)
    let picture = sheet.media.picture
    survey = try SubjectSurvey(
      of: sheet.frame, turn: picture.turn,
      files: .decoding(models: models, behind: picture.turn, isPhoto: sheet.media.isPhoto))
    let size = picture.turn.turned(sheet.frame.width, sheet.frame.height)
    func rounded(_ number: Double) -> Double { (number * 1e4).rounded() / 1e4 }
    report = Report(
      input: input, time: options.start ?? 0, width: size.width, height: size.height,
      subjects: survey.candidates.enumerated().map { index, candidate in
        let box = candidate.box
        return Subject(
          number: index + 1, person: candidate.isPerson,
          box: [box.x, box.y, box.width, box.height].map(rounded),
          share: rounded(candidate.share),
          name: Selection.instance(.at(candidate.place), time: options.start).text)
      })
  }

  /// Draws a picture of each, with the rest grey, and writes them to a file as one.
  ///
  /// - Throws: `SplashError` where nothing stands out.
  public func write(to output: String, _ options: OutputOptions) throws {
    guard !report.subjects.isEmpty else {
      throw SplashError(
        .badInput, "\(report.input): nothing stands out in it", remedy: "look at another --time")
    }
    try sheet.write(report.subjects.indices.map(survey.look), to: output, options)
  }

  /// The list for people, a line each.
  public var text: String {
    guard !report.subjects.isEmpty else { return "nothing stands out" }
    return report.subjects.map { subject in
      let box = subject.box.map { String(format: "%.3f", $0) }.joined(separator: ",")
      return String(
        format: "%2d  %@  box=%@  %5.1f %%  --keep %@", subject.number,
        subject.person ? "person" : "thing ", box, 100 * subject.share, subject.name)
    }.joined(separator: "\n")
  }
}
