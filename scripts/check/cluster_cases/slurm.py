"""A slurmctld and three slurmd of our own on this machine."""
import os, signal, socket, subprocess

from cluster_cases.bench import Skip, kill_trees, processes, wait_for

CONFIGURATION = """
ClusterName=splash
SlurmctldHost={host}
SlurmUser=root
AuthType=auth/munge
CryptoType=crypto/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
SlurmctldPort=26817
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
SlurmctldTimeout=30
SlurmdTimeout=10
MinJobAge=300
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2,batch_sched_delay=0
SlurmdParameters=config_overrides
MpiDefault=none
ReturnToService=2
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port=26821 CPUs=1 RealMemory=500 State=UNKNOWN
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port=26822 CPUs=1 RealMemory=500 State=UNKNOWN
NodeName=n3 NodeHostname={host} NodeAddr=127.0.0.1 Port=26823 CPUs=1 RealMemory=500 State=UNKNOWN
PartitionName=main Nodes=n[1-3] Default=YES MaxTime=INFINITE State=UP
"""


def slurm(bench, *command):
    return subprocess.run(command, capture_output=True, text=True, env=bench.environment).stdout


def start(bench):
    """The number of each slurmd."""
    host = socket.gethostname()
    bench.environment["SLURM_CONF"] = bench.write(
        "slurm.conf", CONFIGURATION.format(host=host, folder=bench.folder))
    for name in ("state", "spool.n1", "spool.n2", "spool.n3"):
        os.makedirs(bench.path(name))
    subprocess.run(["mungekey", "--create", "--keyfile", bench.path("munge.key")], check=True)
    bench.daemon("munged", "--foreground", "--force", "--key-file", bench.path("munge.key"), "--socket",
                 bench.path("munge.socket"), "--pid-file", bench.path("munge.pid"), "--log-file",
                 bench.path("munge.log"), "--seed-file", bench.path("munge.seed"))
    wait_for("munged", lambda: os.path.exists(bench.path("munge.socket")))
    bench.daemon("slurmctld", "-D", "-c")
    nodes = {name: bench.daemon("slurmd", "-D", "-N", name) for name in ("n1", "n2", "n3")}
    try:
        wait_for("three idle nodes",
                 lambda: slurm(bench, "sinfo", "-h", "-N", "-o", "%T").split() == ["idle"] * 3)
    except RuntimeError as error:
        with open(bench.path("daemons.log")) as log:
            raise Skip(f"{error}: {log.read()[-500:]}") from error
    return nodes


def kill_node(bench, name, daemon):
    """Its slurmd, and the steps, which have left it."""
    jobs = slurm(bench, "squeue", "-h", "-w", name, "-o", "%A").split()
    steps = [pid for pid, (_, line) in processes().items()
             if any(line.startswith(f"slurmstepd: [{job}.") for job in jobs)]
    if not jobs or not steps:
        raise RuntimeError(f"{name} was to be killed at work, and has none")
    return kill_trees([daemon, *steps])


def run(bench):
    try:
        nodes = start(bench)
        film = bench.path("film-of-parts.mp4")
        process = bench.film_in_parts(film)
        wait_for("a first part", lambda: bench.done(film) > 0, 600, process)
        wait_for("work on n2", lambda: "n2" in slurm(bench, "squeue", "-h", "-t", "R", "-o", "%N").split(),
                 process=process)
        killed = kill_node(bench, "n2", nodes["n2"])
        yield bench.judged(f"a node of three dies at work ({len(killed)} processes)", process, film)

        film = bench.path("cancelled.mp4")
        process = bench.film_in_parts(film)
        wait_for("a first part", lambda: bench.done(film) > 0, 600, process)
        process.send_signal(signal.SIGINT)
        text, _ = process.communicate(timeout=60)
        wait_for("an empty queue", lambda: not slurm(bench, "squeue", "-h"))
        done = bench.done(film)
        found = [] if process.returncode == 130 and not os.path.exists(film) else [text]
        yield f"cancelled with {done} parts done", found
        yield bench.judged("begun again", bench.film_in_parts(film), film)

        yield bench.list_with_a_bad_file()
        yield from bench.page_commands()
    finally:
        for job in slurm(bench, "squeue", "-h", "-o", "%A").split():
            slurm(bench, "scancel", job)
        wait_for("the steps' end", lambda: not slurm(bench, "squeue", "-h"), 90)
        bench.end()
