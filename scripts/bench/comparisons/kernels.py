"""Times the kernels of another commit and those here against each other, in turns within one process and on the
same pictures of noise, so that neither the machine nor where memory lies takes sides: medians of processor
time. Exits 1 if a kernel is slower by more than 3 %.
"""
import glob, os, subprocess, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
CLANG = ("clang", "-std=gnu17", "-O2", os.path.join(HERE, "kernels.c"))


def describe(parser):
    parser.add_argument("commit")
    parser.add_argument("rounds", nargs="?", default="101")


def library(kernels, result):
    subprocess.run([*CLANG, "-fPIC", "-shared", "-w", f"-I{kernels}/include", *glob.glob(kernels + "/*.c"), "-o", result,
                    "-lm"], check=True)
    return result


def compare(args):
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "-C", ROOT, "archive", args.commit, "Shaders-CPU"], check=True,
                                 capture_output=True).stdout
        subprocess.run(["tar", "x", "-C", folder], input=archive, check=True)
        old = library(os.path.join(folder, "Shaders-CPU"), os.path.join(folder, "old.so"))
        new = library(os.path.join(ROOT, "Shaders-CPU"), os.path.join(folder, "new.so"))
        program = os.path.join(folder, "compare")
        subprocess.run([*CLANG, "-Wall", "-Wextra", "-Werror", "-DCOMPARISON", "-o", program, "-ldl"], check=True)
        return subprocess.run([program, old, new, args.rounds]).returncode
