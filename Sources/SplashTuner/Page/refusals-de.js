// Why the tuner refuses something, in German, by the parts of its sentences: what it was, why, and what to do.

import { settings } from "./words-de.js";

/** Parts that are always the same. */
const parts = {
  "no more frames": "es gibt keine weiteren Bilder",
  "no frame can be decoded": "kein Bild lässt sich dekodieren",
  "there is no color in it to sample": "darin ist keine Farbe zu nehmen",
  "keys are for times of a clip": "Schlüssel gelten für Zeiten eines Clips",
  "a live run cannot go back to them": "hier geht nichts zu ihnen zurück",
  "keys in time": "Schlüssel in der Zeit",
  "the steered run has its own time": "der gesteuerte Lauf hat seine eigene Zeit",
  "leave them out": "lassen Sie sie weg",
  "the camera is paused, since nobody uses the output": "die Kamera ruht, da niemand zusieht",
  "open the output, or start splash with --always": "öffnen Sie die Ausgabe, oder starten Sie splash mit --always",
  "no frame": "kein Bild",
  "no frame came for five seconds": "seit fünf Sekunden kam kein Bild",
  "check the input": "sehen Sie nach der Eingabe",
  "the run has ended": "der Lauf ist zu Ende",
  "the run refuses this look": "der Lauf lehnt diesen Look ab",
  "the outputs were opened without transparency": "die Ausgaben wurden ohne Transparenz geöffnet",
  "start splash with --rest transparent, and change the look then": "starten Sie splash mit --rest transparent, und ändern Sie dann den Look",
  "cannot connect": "keine Verbindung",
  "Connection refused": "sie wird abgelehnt",
  "it goes to an output": "es geht in eine Ausgabe",
  "it plays forward at normal speed only": "es läuft nur vorwärts, und nur so schnell, wie es ist",
  "no frame to point at yet": "Es gibt noch kein Bild, auf das zu zeigen wäre",
  "point at another place": "zeigen Sie auf eine andere Stelle",
  "there is no such region any more": "diesen Bereich gibt es nicht mehr",
  "choose another one": "wählen Sie einen anderen",
  "AI models cannot look at frames like these": "KI-Modelle können solche Bilder nicht ansehen",
  "too many questions about things": "zu viele Fragen nach Dingen",
  "too much is being read": "es wird schon zu viel gelesen",
  "ask later": "versuchen Sie es später",
  "the outputs have begun without alpha": "die Ausgaben haben ohne Alpha begonnen",
  "begin with --rest transparent": "beginnen Sie mit --rest transparent",
  "copy the command line": "kopieren Sie den Befehl",
  "wait for it, or cancel it": "warten Sie, oder brechen Sie ihn ab",
  "what is left out would be missing there": "was fehlt, würde dort gebraucht",
  "begin before or after that": "beginnen Sie davor oder danach",
  "out of range": "außerhalb der Grenzen",
  "give times of the clip in their order": "geben Sie Zeiten des Clips in ihrer Reihenfolge an",
  "give W:H or X,Y,W,H": "geben Sie B:H oder X,Y,B,H an",
  "not a part of a frame": "kein Teil eines Bildes",
  "this tuner keeps none": "hier werden keine aufgehoben",
  "it is none of your own": "es ist keine eigene",
  "it comes with splash": "sie gehört zu splash",
  "it exists": "es gibt sie schon",
  "there is none of that name": "es gibt keine dieses Namens",
  "not a name for one": "das ist kein Name dafür",
  "splash presets lists those that there are": "splash presets nennt die, die es gibt",
  "export": "Export",
  "a range": "ein Abschnitt",
  "a range that begins where two looks are cross-faded": "ein Abschnitt, der beginnt, wo zwei Looks überblendet werden",
  "it is not one of this input": "es ist keiner dieser Eingabe",
  "remove one": "entfernen Sie eine",
  "use letters, digits, - and _, 64 at most": "nehmen Sie Buchstaben, Ziffern, - und _, höchstens 64",
  "this tuner keeps no files": "hier werden keine Dateien aufgehoben",
  "this is no name for a file": "das ist kein Name für eine Datei",
  "give it a plain name": "geben Sie ihr einen einfachen Namen",
  "it is no LUT and no image": "es ist weder eine Tabelle noch ein Bild",
  "the page cannot read this": "die Seite kann das nicht lesen",
  "allow others with splash tune --allow-folder": "erlauben Sie ihr andere mit splash tune --allow-folder",
  "not a Hald CLUT": "keine Hald-Tabelle",
  "cannot open": "lässt sich nicht öffnen",
  "cannot read": "lässt sich nicht lesen",
  "no such look": "einen solchen Look gibt es nicht",
  "not a number": "keine Zahl",
  "not a whole number": "keine ganze Zahl",
  "not a range": "kein Bereich von Zahlen",
  "the minimum is above the maximum": "das Kleinste ist größer als das Größte",
  "it has more than one frame": "es hat mehr als ein Bild",
  "No such file or directory": "es gibt sie nicht",
  "Invalid data found when processing input": "die Daten sind nicht zu verstehen",
  "settings": "Einstellungen",
  "unknown": "unbekannt",
  "missing": "fehlt",
  "not JSON": "kein JSON",
  "look for a missing comma, quote or bracket, or a huge number": "suchen Sie nach einem fehlenden Komma, Anführungszeichen oder einer Klammer, oder einer riesigen Zahl",
  "splash colors lists all": "splash colors nennt alle",
  "several colors in one value": "mehrere Farben in einem Wert",
  "leave it out": "lassen Sie es weg",
  "leave it out here": "lassen Sie es hier weg",
  "leave one out": "lassen Sie eines davon weg",
  "give one of them": "geben Sie eines davon an",
  "give entries in order, each after the transition of the last": "geben Sie sie in ihrer Reihenfolge an, jedes nach dem Übergang des vorigen",
  "give times in order, each after the transition of the last": "geben Sie die Zeiten in ihrer Reihenfolge an, jede nach dem Übergang der vorigen",
  "give an earlier end or fewer times": "geben Sie ein früheres Ende oder weniger Zeiten an",
  "it is fixed for the whole run": "das gilt für den ganzen Lauf",
  "write two numbers like 0.2..1": "schreiben Sie zwei Zahlen wie 0.2..1",
  "give shares": "geben Sie Anteile an",
  "no such region": "einen solchen Bereich gibt es nicht",
  "no such mode": "eine solche Art gibt es nicht",
  "has no size": "hat keine Größe",
  "give a size above 0": "geben Sie eine Größe über 0 an",
  "far outside of the frame": "weit außerhalb des Bildes",
  "shares of the frame are 0 to 1": "Anteile des Bildes gehen von 0 bis 1",
  "nothing of that name": "es gibt nichts dieses Namens",
  "cannot be read": "nicht zu verstehen",
  "no color": "keine Farbe",
  "no time of the clip": "keine Zeit des Clips",
  "rename the file": "benennen Sie die Datei um",
  "too many files at once": "zu viele Dateien auf einmal",
  "too many downloads": "zu viele Downloads",
  "try again later": "versuchen Sie es später noch einmal",
  "cannot keep it": "sie lässt sich nicht aufheben",
  "there are too many of that name": "es gibt zu viele dieses Namens",
  "give it another one": "geben Sie ihr einen anderen",
};

/** Parts that hold something. */
const patterns = [
  [/^(.*) is no file, or has outputs$/, "$1 ist keine Datei, oder es hat Ausgaben"],
  [/^(.*) is being written$/, "$1 wird gerade geschrieben"],
  [/^export to '(.*)'$/, "Export nach „$1“"],
  [/^preset '?([^':]*)'?$/, "Vorlage $1"],
  [/^there are (\d+) of your own$/, "es gibt schon $1 eigene"],
  [/^it reads files (.*), and no addresses$/, "sie liest Dateien $1 und keine Adressen"],
  [/^give (-?[\d.]+) to (-?[\d.]+) degrees$/, "geben Sie $1 bis $2 Grad an"],
  [/^give (-?[\d.]+) to (-?[\d.]+) seconds$/, "geben Sie $1 bis $2 Sekunden an"],
  [/^give (-?[\d.]+) to (-?[\d.]+) pixels of the mask$/, "geben Sie $1 bis $2 Abtastwerte der Maske an"],
  [/^a (quality|size) of (.*)$/, "$2"],
  [/^give (-?[\d.]+) to (-?[\d.]+)(.*)$/, "geben Sie $1 bis $2$3 an"],
  [/^write it like (.*)$/, "schreiben Sie es wie $1"],
  [/^known are (.*)$/, "bekannt sind $1"],
  [/^did you mean (.*)\?$/, "meinten Sie $1?"],
  [/^give (\..*)$/, "geben Sie $1 an"],
  [/^(.*) files are kept already$/, "$1 Dateien sind schon da"],
  [/^remove some from (.*)$/, "löschen Sie welche aus $1"],
  [/^settings (.*)$/, "Einstellungen $1"],
  [/^settings are at most (\d+) bytes$/, "Einstellungen haben höchstens $1 Bytes"],
  [/^tables and pictures are at most (\d+) bytes$/, "Tabellen und Bilder haben höchstens $1 Bytes"],
  [/^(\d+) hues, kept and excluded together$/, "$1 Farbtöne, behaltene und ausgenommene zusammen"],
  [/^(\d+) things to follow, .*$/, "$1 Dinge, die zu verfolgen wären"],
  [/^(?:give|follow) at most (\d+)$/, "höchstens $1"],
  [/^give two numbers from (-?[\d.]+) to (-?[\d.]+)$/, "geben Sie zwei Zahlen von $1 bis $2 an"],
  [/^before the end of the (?:entry|time) before, at (.*)$/, "vor dem Ende des vorigen, bei $1"],
  [/^more than (\d+) changes$/, "mehr als $1 Änderungen"],
  [/^(.*?) is neither a color name, degrees nor #rrggbb$/, "$1 ist weder Grad noch #rrggbb noch der Name einer Farbe"],
  [/^give thing@.*$/, "möglich sind box=X,Y,B,H, ellipse=X,Y,RX,RY, polygon=…, color@X,Y, person, subject, thing@X,Y und andere"],
  [/^write (.*), for example$/, "möglich ist etwa: $1"],
  [/^there is no color (.*)$/, "eine Farbe $1 gibt es nicht"],
  [/^(.*) is no color$/, "$1 ist keine Farbe"],
  [/^(.*) is grey and has no hue$/, "$1 ist grau und hat keinen Farbton"],
  [/^not (\d+) numbers$/, "keine $1 Zahlen"],
  [/^in pixels of an unknown frame$/, "in Pixeln eines unbekannten Bildes"],
];

/** What JSON holds, and in place of what. */
const kinds = {
  "null": ["null", "null"], "true or false": ["true oder false", "true oder false"], "a number": ["eine Zahl", "einer Zahl"],
  "text": ["Text", "eines Textes"], "a list": ["eine Liste", "einer Liste"], "an object": ["ein Objekt", "eines Objekts"],
};

/** Words within lists of what is possible. */
const small = [
  [/ in pixels, shares or per cent/g, " in Pixeln, Anteilen oder Prozent"], [/ \(a grey part of the frame,/g, " (ein grauer Teil des Bildes,"],
  [/ up to /g, " bis unter "], [/ degrees/g, " Grad"], [/ a name like /g, " ein Name wie "], [/ with settings/g, " mit Einstellungen"],
  [/ with any of /g, " mit "], [/ behind it/g, " dahinter"], [/, or /g, " oder "], [/ or /g, " oder "], [/ to /g, " bis "],
];
const listed = (list) => small.reduce((text, [english, german]) => text.replace(english, german), list);

function translated(part) {
  if (Object.hasOwn(parts, part)) return parts[part];
  const [pattern, meant] = patterns.find(([pattern]) => pattern.test(part)) ?? [];
  if (pattern) return part.replace(pattern, meant);
  const [, is, wanted] = /^(.*) in place of (.*)$/.exec(part) ?? [];
  if (is) return `${kinds[is]?.[0] ?? is} statt ${kinds[wanted]?.[1] ?? wanted}`;
  // What begins with a setting's key is about that setting.
  const [, key, rest] = /^(\w+)((?:[[. ].*)?)$/.exec(part) ?? [];
  if (Object.hasOwn(settings, key ?? "")) return `${settings[key][0]}${rest}`;
  const [, list] = /^(?:give|write) (.*)$/.exec(part) ?? [];
  return list && `möglich: ${listed(list)}`;
}

/** A sentence of parts, `WHAT: CAUSE; REMEDY`, in German as far as there are words for them; as it is where there are none. */
export function refusal(sentence) {
  const [reason, ...remedies] = sentence.split("; ");
  const whole = [reason.split(": "), remedies].map((list) => list.map((part) => translated(part) ?? part));
  return [whole[0].join(": "), ...whole[1]].join("; ");
}
