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
    /// What stands out, the largest first.
    public var subjects: [Subject]
    /// The people one by one, the largest first; those who touch are one.
    public var people: [Subject]
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
      files: .decoding(models: models, behind: picture.turn, isPhoto: sheet.media.isPhoto),
      hasPeople: true)
    let size = picture.turn.turned(sheet.frame.width, sheet.frame.height)
    func rounded(_ number: Double) -> Double { (number * 1e4).rounded() / 1e4 }
    func listed(
      _ candidates: [SubjectCandidate], _ subject: Selection.Subject
    ) -> [Subject] {
      candidates.enumerated().map { index, candidate in
        let box = candidate.box
        return Subject(
          number: index + 1, person: candidate.isPerson,
          box: [box.x, box.y, box.width, box.height].map(rounded),
          share: rounded(candidate.share),
          name: Selection.instance(.at(candidate.place), of: subject, time: options.start).text)
      }
    }
    report = Report(
      input: input, time: options.start ?? 0, width: size.width, height: size.height,
      subjects: listed(survey.candidates, .subject), people: listed(survey.people, .person))
  }

  /// Draws a picture of each, with the rest grey and its name and share in a corner, and writes them
  /// to a file as one.
  ///
  /// - Throws: `SplashError` where nothing stands out.
  public func write(to output: String, _ options: OutputOptions) throws {
    let labels =
      report.subjects.map { Self.label("subject", $0) }
      + report.people.map { Self.label("person", $0) }
    guard !labels.isEmpty else {
      throw SplashError(
        .badInput, "\(report.input): nothing stands out in it",
        remedy: "look at another \(option: "time")")
    }
    try sheet.write(labels.indices.map(survey.look), labels: labels, to: output, options)
  }

  private static func label(_ name: String, _ subject: Subject) -> String {
    let percent = 100 * subject.share
    return "\(name) \(subject.number), "
      + String(format: percent < 1 ? "%.1f %%" : "%.0f %%", percent)
  }

  /// The list for people, a line each.
  public var text: String {
    guard !(report.subjects + report.people).isEmpty else { return "nothing stands out" }
    func line(_ subject: Subject) -> String {
      let box = subject.box.map { String(format: "%.3f", $0) }.joined(separator: ",")
      return String(
        format: "%2d  %@  box=%@  %5.1f %%  --keep %@", subject.number,
        subject.person ? "person" : "thing ", box, 100 * subject.share, subject.name)
    }
    let lines = report.subjects.isEmpty ? ["nothing stands out"] : report.subjects.map(line)
    guard !report.people.isEmpty else { return lines.joined(separator: "\n") }
    return (lines + ["people one by one:"] + report.people.map(line)).joined(separator: "\n")
  }
}
