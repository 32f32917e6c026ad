"""What hosts show of the plugins, made of the library's table of settings: OBS Studio's German texts, and the
descriptions of the frei0r plugin by which Kdenlive and Shotcut have its controls.

usage: python3 -m lib.panels obs|kdenlive|shotcut LIBRARY FOLDER      from the folder scripts
"""
import json, os, re, sys
from xml.sax.saxutils import escape, quoteattr

from lib.tools import ROOT
from lib.binding import Library

NAME = "Color Splash"
WORDS = "Keeps the colors you choose and turns the rest grey"
# Kinds of settings, as in splash.h.
NUMBER, SWITCH, CHOICE = range(3)
# Suggestions for settings that accept any text.
EXAMPLES = {
    "hue": ["red", "orange", "skin", "yellow", "green", "cyan", "blue", "purple", "pink"],
    "rest": ["grey", "sepia", "noir", "dim=0.5", "blur"],
    "kept": ["none", "noir", "sepia"],
}
EXAMPLES["drop"] = EXAMPLES["hue"]


def table(library):
    """The settings, with texts as Python has them."""
    for setting in Library(library).settings():
        choices, index = [], 0
        while setting.kind == CHOICE and setting.choices[index]:
            choices.append(setting.choices[index].decode())
            index += 1
        # Sliders go from zero to a maximum, by which hosts scale.
        assert setting.kind != NUMBER or setting.min == 0 < setting.max, setting.name
        yield dict(name=setting.name.decode(), label=setting.label.decode(), help=setting.help.decode(),
                   standard=setting.standard.decode(), kind=setting.kind, most=setting.max, step=setting.step,
                   decimals=0 if setting.whole else decimals(setting.step), unit=setting.unit.decode(), choices=choices)


def decimals(step):
    """Digits that show a step."""
    return max(0, len(f"{step:g}".partition(".")[2]))


def german():
    """Names and helps of settings in German, by their flags."""
    with open(os.path.join(ROOT, "Sources", "SplashTuner", "Page", "words-de.js"), encoding="utf-8") as file:
        found = re.findall(r'^  (\w+): \["(.*)", "(.*)"\],$', file.read(), re.MULTILINE)
    plural = {"hues": "hue", "drops": "drop"}
    return {plural.get(key) or re.sub("[A-Z]", lambda letter: "-" + letter.group().lower(), key): texts
            for key, *texts in found}


def obs(settings, folder):
    """German texts after those that stand in the sources, under the names of settings; English ones are in the table."""
    texts = german()
    with open(os.path.join(ROOT, "Plugins", "obs", "locale", "de-DE.ini"), encoding="utf-8") as file:
        lines = [file.read().rstrip("\n")]
    for setting in settings:
        name, help = texts[setting["name"]]
        lines += [f"{setting['name']}={json.dumps(name, ensure_ascii=False)}",
                  f"{setting['name']}.help={json.dumps(help, ensure_ascii=False)}"]
    write(folder, "de-DE.ini", "\n".join(lines) + "\n")


def place(setting):
    """A number's default where its range is from 0 to 1, as frei0r has it."""
    return f"{float(setting['standard']) / setting['most']:.6g}"


def kdenlive(settings, folder):
    lines = ['<?xml version="1.0"?>', "<!DOCTYPE kpartgui>",
             '<effect LC_NUMERIC="C" tag="frei0r.splash" id="frei0r.splash">', f"  <name>{NAME}</name>",
             f"  <description>{WORDS}</description>", "  <author>The splash project</author>"]
    for setting in settings:
        more = ""
        if setting["kind"] == NUMBER:
            attributes = dict(type="animated", default=place(setting), min="0", max=f"{setting['most']:g}",
                              factor=f"{setting['most']:g}", decimals=str(setting["decimals"]), suffix=setting["unit"])
        elif setting["kind"] == SWITCH:
            attributes = dict(type="bool", default=str(int(setting["standard"] == "on")))
        elif setting["kind"] == CHOICE:
            attributes = dict(type="list", default=setting["standard"], paramlist=";".join(setting["choices"]))
            more = f"    <paramlistdisplay>{','.join(setting['choices'])}</paramlistdisplay>\n"
        else:
            words = EXAMPLES.get(setting["name"], [])
            attributes = dict(type="keywords", default=setting["standard"], paramlist=";".join(words))
            more = f"    <paramlistdisplay>{','.join(words)}</paramlistdisplay>\n"
        attributes = " ".join(f"{name}={quoteattr(value)}" for name, value in attributes.items() if value or name == "default")
        lines += [f'  <parameter name="{setting["name"]}" {attributes}>', f"    <name>{escape(setting['label'])}</name>",
                  more + f"    <comment>{escape(setting['help'])}</comment>", "  </parameter>"]
    write(folder, "frei0r_splash.xml", "\n".join([*lines, "</effect>"]) + "\n")


META = f"""import QtQuick 2.0
import org.shotcut.qml 1.0

Metadata {{
    type: Metadata.Filter
    name: qsTr('{NAME}')
    keywords: 'color splash selective key grey #rgba'
    objectName: 'frei0rSplash'
    mlt_service: 'frei0r.splash'
    qml: 'ui.qml'
}}
"""

# A control for each setting; its value goes to the filter by the setting's name.
PANEL = """import QtQuick 2.12
import QtQuick.Controls 2.12
import QtQuick.Layouts 1.12
import Shotcut.Controls 1.0 as Shotcut

Item {
    width: 400
    height: %(height)d

    // Numbers are from 0 to 1 in the filter and to a maximum here.
    readonly property var standard: (%(standard)s)
    readonly property var most: (%(most)s)
    property bool isReading: false

    function give(name, value) {
        if (isReading)
            return
        if (most[name])
            filter.set(name, value / most[name])
        else
            filter.set(name, value)
    }

    function read() {
        isReading = true
%(read)s
        isReading = false
    }

    Component.onCompleted: {
        if (filter.isNew) {
            for (var name in standard)
                give(name, standard[name])
            filter.savePreset(preset.parameters)
        }
        read()
    }

    GridLayout {
        anchors.fill: parent
        anchors.margins: 8
        columns: 3

        Label {
            text: qsTr('Preset')
            Layout.alignment: Qt.AlignRight
        }
        Shotcut.Preset {
            id: preset
            Layout.columnSpan: 2
            parameters: Object.keys(standard)
            onPresetSelected: read()
        }

%(rows)s
        Item {
            Layout.fillHeight: true
        }
    }
}
"""

ROW = """        Label {
            text: %(label)s
            Layout.alignment: Qt.AlignRight
            ToolTip.text: %(help)s
            ToolTip.visible: %(id)sArea.containsMouse
            MouseArea {
                id: %(id)sArea
                anchors.fill: parent
                hoverEnabled: true
            }
        }
%(control)s
        Shotcut.UndoButton {
            onClicked: { %(undo)s }
        }
"""


def shotcut(settings, folder):
    settings = list(settings)
    standard, most, reads, rows = {}, {}, [], []
    for setting in settings:
        name = setting["name"]
        identity = "the" + "".join(part.capitalize() for part in name.split("-"))
        if setting["kind"] == NUMBER:
            standard[name], most[name] = float(setting["standard"]), setting["most"]
            control = ["Shotcut.SliderSpinner {", "    minimumValue: 0", f"    maximumValue: {setting['most']:g}",
                       f"    stepSize: {setting['step']:g}", f"    decimals: {setting['decimals']}",
                       f"    suffix: {json.dumps(setting['unit'])}", f"    onValueChanged: give('{name}', value)"]
            show, value = f"{identity}.value = %s", f"filter.getDouble('{name}') * most['{name}']"
        elif setting["kind"] == SWITCH:
            standard[name] = int(setting["standard"] == "on")
            control = ["CheckBox {", f"    onClicked: give('{name}', checked ? 1 : 0)"]
            show, value = f"{identity}.checked = %s", f"filter.getDouble('{name}') >= 0.5"
        elif setting["kind"] == CHOICE:
            standard[name] = setting["standard"]
            control = ["Shotcut.ComboBox {", f"    model: {json.dumps(setting['choices'])}",
                       f"    onActivated: give('{name}', model[index])"]
            show, value = f"{identity}.currentIndex = {identity}.model.indexOf(%s)", f"filter.get('{name}')"
        else:
            standard[name] = setting["standard"]
            control = ["TextField {", "    selectByMouse: true", "    Layout.fillWidth: true",
                       f"    placeholderText: {json.dumps(' '.join(EXAMPLES.get(name, [])[:3]))}",
                       f"    onEditingFinished: give('{name}', text)"]
            show, value = f"{identity}.text = %s", f"filter.get('{name}')"
        control.insert(1, f"    id: {identity}")
        reads.append("        " + show % value)
        undo = f"give('{name}', standard['{name}']); " + show % f"standard['{name}']"
        rows.append(ROW % dict(id=identity, label=json.dumps(setting["label"]), help=json.dumps(setting["help"]), undo=undo,
                               control="\n".join("        " + line for line in [*control, "}"])))
    write(folder, "meta.qml", META)
    write(folder, "ui.qml", PANEL % dict(height=60 + 34 * len(settings), standard=json.dumps(standard), most=json.dumps(most),
                                         read="\n".join(reads), rows="\n".join(rows)))


def write(folder, name, text):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    kind, library, folder = sys.argv[1:]
    {"obs": obs, "kdenlive": kdenlive, "shotcut": shotcut}[kind](table(library), folder)
