extension ColorName {
  /// The eleven basic color terms (B. Berlin and P. Kay, "Basic Color Terms", 1969) in German,
  /// French, Spanish and Italian, and `gray`. Words that are also names in `all` keep that meaning:
  /// `rose`, `violet`.
  static let translations: [String: String] = {
    let words = [
      "black": "schwarz noir negro nero",
      "white": "weiß weiss blanc blanco bianco",
      "grey": "gray grau gris grigio",
      "red": "rot rouge rojo rosso",
      "orange": "naranja arancione",
      "yellow": "gelb jaune amarillo giallo",
      "green": "grün gruen vert verde",
      "blue": "blau bleu azul blu",
      "purple": "lila violett morado púrpura purpura viola",
      "pink": "rosa",
      "brown": "braun brun marron marrón marrone",
    ]
    return words.reduce(into: [:]) { table, entry in
      for word in entry.value.split(separator: " ") { table[String(word)] = entry.key }
    }
  }()
}
