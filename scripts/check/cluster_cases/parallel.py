"""GNU parallel over three sshd of our own on this machine."""
import os, signal, socket, subprocess

from cluster_cases.bench import Skip, kill_trees, wait_for

PORTS = {"n1": 26831, "n2": 26832, "n3": 26833}


def answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def start(bench):
    """The number of each sshd."""
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", bench.path(name)], check=True)
    os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
    with open(bench.path("user.pub")) as file:
        keys = bench.write("keys", file.read(), 0o600)
    server = bench.write("sshd.conf", f"""
HostKey {bench.path("host")}
AuthorizedKeysFile {keys}
StrictModes no
UsePAM no
PermitRootLogin prohibit-password
PidFile none
ListenAddress 127.0.0.1
""")
    client = "".join(f"Host {name}\n  HostName 127.0.0.1\n  Port {port}\n" for name, port in PORTS.items())
    bench.write("ssh.conf", client + f"""
Host *
  IdentityFile {bench.path("user")}
  IdentitiesOnly yes
  BatchMode yes
  StrictHostKeyChecking no
  UserKnownHostsFile /dev/null
  LogLevel ERROR
""")
    daemons = {name: bench.daemon("/usr/sbin/sshd", "-D", "-e", "-f", server, "-p", str(port))
               for name, port in PORTS.items()}
    try:
        for port in PORTS.values():
            wait_for("sshd", lambda: answers(port), 20)
    except RuntimeError as error:
        with open(bench.path("daemons.log")) as log:
            raise Skip(f"{error}: {log.read()[-500:]}") from error
    return daemons


def run(bench):
    try:
        daemons = start(bench)
        hosts = ["--hosts", "n1,n2,n3", "--ssh", f"ssh -F {bench.path('ssh.conf')}"]
        film = bench.path("film-of-parts.mp4")
        process = bench.film_in_parts(film, *hosts)
        wait_for("a first part", lambda: bench.done(film) > 0, 600, process)
        wait_for("more work", lambda: bench.growing(film), process=process)
        killed = kill_trees([daemons["n2"]])
        yield bench.judged(f"a host of three dies at work ({len(killed)} processes)", process, film)

        film = bench.path("cancelled.mp4")
        process = bench.film_in_parts(film, *hosts[2:])
        wait_for("a first part", lambda: bench.done(film) > 0, 600, process)
        process.send_signal(signal.SIGINT)
        text, _ = process.communicate(timeout=120)
        found = [] if process.returncode == 130 and not os.path.exists(film) else [text]
        yield f"cancelled with {bench.done(film)} parts done", found
        yield bench.judged("begun again", bench.film_in_parts(film), film)

        yield bench.list_with_a_bad_file()
        yield bench.list_that_changed()

        # The page's readers name the hosts in their own ssh configuration.
        os.makedirs(bench.path("bin"))
        ssh = bench.write("bin/ssh", f"#!/bin/sh\nexec /usr/bin/ssh -F '{bench.path('ssh.conf')}' \"$@\"\n", 0o755)
        bench.environment["PATH"] = os.path.dirname(ssh) + ":" + bench.environment["PATH"]
        yield from bench.page_commands()
    finally:
        bench.end()
