internal import Foundation

/// The things that stand out in a frame of an input.
public final class SubjectList {
  public struct Report: Codable, Sendable {
    public var version = 1
    public var input: String
    /// Time of the frame in seconds from the beginning.
    public var time: Double
    /// Size of the frame as displayed.
    public var width, height: Int
    /// The things that stand out, largest first.
    public var subjects: [Subject]
    /// The people, largest first; people who touch count as one.
    public var people: [Subject]
  }

  public struct Subject: Codable, Sendable {
    /// Counted from 1.
    public var number: Int
    public var person: Bool
    /// Left, top, width and height as shares of the frame as displayed.
    public var box: [Double]
    /// Share of the frame, 0…1.
    public var share: Double
    /// The argument of `--keep` that follows it.
    public var name: String
  }

  public let report: Report
  private let sheet: ContactSheet
  private let survey: SubjectSurvey

  /// Takes the first frame of an input.
  ///
  /// - Parameters:
  ///   - input: its name.
  ///   - options: how to read it, and from which time on.
  ///   - models: the networks' files and their runtime.
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

  /// Draws a tile for each, with the rest grey and its name and share in a corner, and writes them
  /// to a file as one picture.
  ///
  /// - Throws: `SplashError` where nothing stands out.
  public func write(to output: String, _ options: OutputOptions) throws {
    let labels =
      report.subjects.map { Self.label("subject", $0) }
      + report.people.map { Self.label("person", $0) }
    guard !labels.isEmpty else {
      throw SplashError(
        .badInput, "\(report.input): nothing stands out in it",
        remedy: "try another \(option: "time")")
    }
    try sheet.write(labels.indices.map(survey.look), labels: labels, to: output, options)
  }

  private static func label(_ name: String, _ subject: Subject) -> String {
    let percent = 100 * subject.share
    return "\(name) \(subject.number), "
      + String(format: percent < 1 ? "%.1f %%" : "%.0f %%", percent)
  }

  /// The list as text for people, a line each.
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
