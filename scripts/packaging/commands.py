"""What the command says of itself: subcommands, options, values. From `--experimental-dump-help`."""
import json, subprocess


class Option:
    def __init__(self, description):
        names = description.get("names", [])
        self.names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in names]
        self.placeholder = description["valueName"]
        self.takes_value = description["kind"] == "option"
        self.is_positional = description["kind"] == "positional"
        self.text = description.get("abstract", "")
        if "allValues" in description:
            self.text += f" (values: {', '.join(description['allValues'])})"
        self.section = description.get("sectionTitle", "General")
        self.words = description.get("completionKind", {}).get("list", {}).get("values", [])


class Subcommand:
    def __init__(self, description):
        self.name = description["commandName"]
        self.text = description["abstract"]
        self.discussion = description.get("discussion", "")
        shown = [each for each in description.get("arguments", []) if each["shouldDisplay"]]
        self.options = [Option(each) for each in shown]

    @property
    def named(self):
        return [option for option in self.options if not option.is_positional]


def subcommands(splash):
    """Those that people see, the default one first."""
    text = subprocess.run([splash, "--experimental-dump-help"], check=True, capture_output=True, text=True)
    command = json.loads(text.stdout)["command"]
    shown = [each for each in command["subcommands"] if each["shouldDisplay"] and each["commandName"] != "help"]
    first = command["defaultSubcommand"]
    return [Subcommand(each) for each in sorted(shown, key=lambda each: each["commandName"] != first)]
