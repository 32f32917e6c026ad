"""The manual page splash(1), from the command's own help and Examples.md."""
import itertools, os, re

from lib.tools import ROOT


def troff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.split("\n"))


def bold(text):
    return f"\\fB{troff(text)}\\fR"


def options(subcommand):
    for section, group in itertools.groupby(subcommand.options, lambda option: option.section):
        yield f".SS {troff(section)}"
        for option in group:
            value = f" \\fI{troff(option.placeholder)}\\fR" if option.takes_value else ""
            names = ", ".join(map(bold, option.names)) or f"\\fI{troff(option.placeholder)}\\fR"
            yield f".TP\n{names}{value}\n{troff(option.text)}"


def examples():
    with open(os.path.join(ROOT, "Sources/SplashCore/Documentation.docc/Examples.md")) as file:
        blocks = re.findall(r"^```\n(.*?)^```", file.read(), re.DOTALL | re.MULTILINE)
    return troff("\n".join(block for block in blocks if block.startswith("splash ")).rstrip())


def exit_statuses(run):
    sentence = re.search(r"Exit status: (.*?)\.$", run.discussion, re.MULTILINE).group(1)
    for part in sentence.split(", "):
        number, meaning = part.split(" ", 1)
        yield f".TP\n.B {number}\n{troff(meaning)}"


def manual(commands, version):
    run, others = commands[0], commands[1:]
    lines = [
        f'.TH SPLASH 1 "" "splash {version}" "User Commands"',
        ".SH NAME", "splash \\- keep chosen colors in a video and turn the rest grey",
        ".SH SYNOPSIS", f".B splash\n[{bold('run')}] \\fIinput\\fR [{bold('-o')} \\fIoutput\\fR]... [\\fIoptions\\fR]",
    ]
    for each in others:
        lines.append(f".br\n.B splash {each.name}\n[\\fIarguments\\fR]")
    lines += [
        ".SH DESCRIPTION",
        troff("splash reads files, streams and cameras, keeps the hues that are chosen and turns everything "
              "else grey. Grey is the stream's own luma: brightness is not touched. Sound, subtitles, "
              "chapters, tags and every picture's time stamp are carried along."),
        ".SH EXAMPLES", ".nf", examples(), ".fi",
        ".SH OPTIONS", *options(run),
    ]
    for each in others:
        lines += [f".SH SPLASH {each.name.upper()}", troff(each.text), *options(each)]
    lines += [
        ".SH FILES", troff("--save-settings writes the look as JSON and --settings reads it, key by key what the "
                           "options of the look say. An existing output is replaced only with -y, and then only "
                           "by a complete one: until then the new one grows beside it as NAME.partial.EXTENSION."),
        ".SH ENVIRONMENT",
        ".TP\n.B COLUMNS\n" + troff("How wide the help is, where no terminal tells."),
        ".SH EXIT STATUS", *exit_statuses(run),
        ".SH SEE ALSO", ".BR ffmpeg (1),\n.BR ffplay (1),\n.BR v4l2-ctl (1)",
    ]
    return "\n".join(lines) + "\n"
