"""What a package is made of, as SPDX 2.3 in JSON: splash, the Swift packages and the runtime in it, and its libraries.

All of it comes from what was linked: objects, `ldd`, Debian's records and Package.resolved.
"""
import hashlib, json, os, platform, re, shutil, time

from lib.bare import os_release
from lib.tools import ROOT, output
from packaging import licences, objects

PAGE = os.path.join(ROOT, "Sources", "SplashCore", "Documentation.docc", "Licences.md")


def known_licences():
    """Licences by the names that the page of licences has."""
    with open(PAGE, encoding="utf-8") as file:
        return dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", file.read(), re.MULTILINE))


def package(name, version, licence, place="NOASSERTION", address=None, **more):
    identifier = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)
    made = dict(SPDXID=identifier, name=name, versionInfo=version, downloadLocation=place, filesAnalyzed=False,
                licenseConcluded="NOASSERTION", licenseDeclared=licence, copyrightText="NOASSERTION", **more)
    if address:
        made["externalRefs"] = [dict(referenceCategory="PACKAGE-MANAGER", referenceType="purl", referenceLocator=address)]
    return made


def swift_parts(built):
    """What is linked into the command: Swift packages and the runtime."""
    known = known_licences()
    for name, location, version, commit in objects.packages(built):
        place = location.removesuffix(".git")
        yield package(name, version, known[name], f"git+{place}.git@{commit}", f"pkg:swift/{place.removeprefix('https://')}@{version}")
    version = re.search(r"Swift version (\S+)", output("swiftc", "--version"))[1]
    yield package("swift-runtime", version, known["Swift runtime, Foundation"],
                  comment="The Swift runtime and Foundation, from the toolchain that compiled it.")
    yield package("icu-in-foundation", version, known["ICU in Foundation"], comment="ICU, a part of Swift's Foundation.")


def debian_parts(libraries):
    """The Debian packages of libraries, names and paths."""
    if not shutil.which("dpkg"):
        return
    words = os_release()
    release = f"{words['ID']}-{words['VERSION_ID']}" if "VERSION_ID" in words else words["ID"]
    machine = output("dpkg", "--print-architecture").strip()
    for (name, version), files in sorted(licences.owners(libraries).items()):
        yield package(name, version, "NOASSERTION", comment=f"{', '.join(sorted(files))}; terms: /usr/share/doc/{name}/copyright",
                      address=f"pkg:deb/{words['ID']}/{name}@{version.replace(':', '%3A')}?arch={machine}&distro={release}")


def document(version, moment, built, libraries, carries_libraries):
    """The document of a package of the command, which carries those libraries or asks the system for them."""
    splash = package("splash", version, "MIT", comment=f"The command for {platform.machine()} Linux.")
    linked, opened = list(swift_parts(built)), list(debian_parts(libraries))
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", splash)]
    relations += [(splash["SPDXID"], "STATIC_LINK", part) for part in linked]
    relations += [(splash["SPDXID"], "DYNAMIC_LINK", part) for part in opened]
    if carries_libraries:
        relations += [(splash["SPDXID"], "CONTAINS", part) for part in opened]
    made = dict(
        spdxVersion="SPDX-2.3", dataLicense="CC0-1.0", SPDXID="SPDXRef-DOCUMENT", name=f"splash-{version}",
        creationInfo=dict(created=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(moment))),
                          creators=["Tool: scripts-package", "Organization: The splash contributors"]),
        packages=[splash, *linked, *opened],
        relationships=[dict(spdxElementId=one, relationshipType=kind, relatedSpdxElement=other["SPDXID"])
                       for one, kind, other in relations])
    digest = hashlib.sha256(json.dumps(made, sort_keys=True).encode()).hexdigest()
    made["documentNamespace"] = f"https://spdx.org/spdxdocs/splash-{version}-{digest}"
    return json.dumps(made, indent=1, sort_keys=True) + "\n"
