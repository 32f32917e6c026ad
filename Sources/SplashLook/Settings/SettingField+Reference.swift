extension SettingField {
  /// The documentation's page of settings, in Markdown.
  package static var reference: String {
    """
    # Settings

    Everything that decides what the frame will look like. The same settings are flags of `splash`, keys of
    the JSON that `--settings` reads and `--save-settings` writes, controls of `splash tune`, and properties of
    `SplashSettings`. Flags win over the file; what neither gives has its default.

    | flag | key in JSON | what it does | can be | default |
    | --- | --- | --- | --- | --- |
    \(all.map(\.row).joined(separator: "\n"))

    A number of degrees is one on the HSV circle: red 0, yellow 60, green 120, cyan 180, blue 240, magenta 300.

    ## Hues

    `\(HueKind().placeholder ?? "")`, where COLOR is one of those in the table, or a range
    `FROM..TO[:SOFTNESS]` in degrees that may pass through red.

    | written | in JSON | is |
    | --- | --- | --- |
    | `200` | `{"center": 200}` | a hue with the width and the softness of `--hue-width` and `--softness` |
    | `200:15` | `{"center": 200, "width": 15}` | the hue and 15 degrees to each side |
    | `200:15:8` | `{"center": 200, "width": 15, "softness": 8}` | the same, fading out over 8 degrees more |
    | `200::8` | `{"center": 200, "softness": 8}` | the hue with the width of `--hue-width`, fading out over 8 degrees |
    | `350..10` | `{"center": 0, "width": 10}` | a range |
    | `200,s=0.4..1` | `{"center": 200, "saturation": {"min": 0.4, "max": 1}}` | the hue with a saturation of its own in place of `--saturation`; `v=` and `value` likewise |
    | `red` | as below | what people call red, by the shares of the XKCD color survey; `word` is the name |
    | `red:15`, `red::8`, `red,s=0.8..1` | | the range below with another width, softness or saturation |

    Names with a `word` keep what people call so. The numbers below are about the same, for what is written after
    a name; of `skin` and the greys they are all that is kept.

    | name | is |
    | --- | --- |
    \(ColorName.all.map(\.row).joined(separator: "\n"))

    ## Looks

    A look is one or more of these steps joined by `+`, done in this order; `none` leaves the frame as it is.
    In JSON it is a list of them. Specification.md section 9 says what each of them computes.

    | step | does |
    | --- | --- |
    \(LookForm.all.map(\.row).joined(separator: "\n"))

    A color is a name of the table above, or `#rrggbb`; there `black` and `white` are those of paper.
    `:AMOUNT` behind a step but `transparent`, as in `noir:0.7`, takes so much of it, 0 to 1, and the frame before it for the rest.

    ## A file

    What `--save-settings` writes when nothing is set. A key may be left out, and is then as here; another key,
    at any depth, is an error.

    ```json
    \(SplashSettings().json)
    ```

    This page is made from the table of settings by `splash reference`, and a test holds it to that.
    """
  }

  private var row: String {
    let flag = "`--\(flag)\(placeholder == nil ? "" : " …")`" + (isRepeatable ? ", repeatable" : "")
    let values = kind.values.isEmpty ? "on or off" : kind.values
    return "| " + [flag, "`\(key)`", sentence, values, standard].joined(separator: " | ") + " |"
  }
}

extension LookForm {
  fileprivate var row: String {
    // A bar would end the table cell, even within code.
    let words = values.split(separator: "|").joined(separator: "\\|")
    return "| `\(name)\(words)` | \(sentence) |"
  }
}

extension ColorName {
  fileprivate var row: String {
    "| `\(name)` | " + ranges.map { "`\($0.text)`" }.joined(separator: " and ") + " |"
  }
}
