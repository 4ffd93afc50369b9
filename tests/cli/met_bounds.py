"""Plans of the planners for any network that meet their bound: small networks on which a search of theirs
once ended above it. What is expected is a proof: the bound has a certificate, and the plan takes no longer.

    met_bounds.py PROGRAM
"""
import json
import subprocess
import sys
import tempfile

# Generator of the platform, topology, ports, items, loads, goal, and planners (network-...).
CASES = [
    ('"switch" hosts="8" cost="uniform 1 4" latency="uniform 1 5" seed="696705"', '"switch"', "one",
     "", 'high="30" seed="326974"', "balance", "planner bundled portfolio"),
    ('"random-regular" hosts="8" degree="3" cost="uniform 1 4" latency="10" compute="uniform 1 5" seed="35434"',
     '"graph"', "2", 'flops="1"', 'high="9" seed="783411"', "finish", "planner bundled portfolio"),
    ('"random-regular" hosts="8" degree="3" cost="2" compute="uniform 1 5" seed="380269"', '"graph"', "one",
     'flops="1"', 'high="9" seed="775455"', "finish", "planner portfolio"),
    ('"star" hosts="6" cost="uniform 1 4" compute="uniform 1 5" seed="891585"', '"star"', "one",
     'flops="1"', 'high="9" seed="803409"', "finish", "planner portfolio"),
    ('"hypercube" hosts="8" cost="real 0.5 3" seed="616813"', '"hypercube"', "all", "",
     'high="2" seed="266978" after="uniform"', "after", "planner portfolio"),
    ('"random-regular" hosts="8" degree="3" cost="2" seed="945636"', '"graph"', "one", 'message-bytes="2"',
     'high="9" seed="970250" after="uniform"', "after", "planner bundled portfolio"),
    ('"torus" dimensions="2x3" cost="2" compute="uniform 1 5" seed="698751"', '"graph"', "all", 'flops="1"',
     'high="30" seed="924118"', "finish", "planner portfolio"),
    ('"random-regular" hosts="8" degree="3" cost="2" latency="1" seed="869689"', '"graph"', "one", "",
     'high="9" seed="677249"', "balance", "planner bundled portfolio"),
    ('"ring" hosts="7" direction="two-way" cost="uniform 1 4" latency="10" compute="uniform 1 5" seed="233589"',
     '"ring" direction="two-way"', "2", 'flops="1" message-bytes="2"', 'high="9" seed="370020"', "finish",
     "planner bundled portfolio"),
    ('"torus" dimensions="3x4" cost="real 0.5 3" latency="uniform 1 5" compute="uniform 1 5" seed="378737"',
     '"graph"', "one", 'flops="1"', 'high="9" seed="760081"', "finish", "planner bundled portfolio"),
    ('"hypercube" hosts="16" cost="real 0.5 3" compute="uniform 1 5" seed="275414"', '"hypercube"', "all",
     'flops="1" message-bytes="2"', 'high="9" seed="456471"', "finish", "portfolio"),
    ('"random-regular" hosts="8" degree="3" cost="uniform 1 4" latency="uniform 1 5" seed="745342"', '"graph"',
     "2", "", 'high="9" seed="73947" after="uniform"', "after", "bundled portfolio"),
    ('"tree" hosts="8" arity="2" cost="uniform 1 4" latency="1" seed="984143"', '"graph"', "one", "",
     'high="30" seed="991658" after="uniform"', "after", "bundled portfolio"),
    ('"hypercube" hosts="16" cost="uniform 1 4" compute="uniform 1 5" seed="571825"', '"hypercube"', "one",
     'flops="1"', 'high="2" seed="452769"', "finish", "planner portfolio"),
    ('"hypercube" hosts="16" cost="real 0.5 3" compute="uniform 1 5" seed="142442"', '"hypercube"', "one",
     'flops="1"', 'high="9" seed="593416"', "finish", "portfolio"),
    ('"hypercube" hosts="16" cost="2" compute="uniform 1 5" seed="873737"', '"hypercube"', "one", 'flops="1"',
     'high="30" seed="585218"', "finish", "planner portfolio"),
]


def scenario(platform, topology, ports, items, loads, goal, planners):
    """The text of a scenario."""
    runs = "".join(f'<run algorithm="network-{planner}"/>\n' for planner in planners.split())
    return (f'<scenario name="met">\n<platform generator={platform}/>\n<topology shape={topology}/>\n'
            f'<network model="exact" ports="{ports}"/>\n<items bytes="1" {items}/>\n'
            f'<loads generator="uniform" {loads}/>\n<goal reach="{goal}"/>\n{runs}</scenario>\n')


def main():
    failed = 0
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
        for case in CASES:
            file.seek(0)
            file.truncate()
            file.write(scenario(*case))
            file.flush()
            run = subprocess.run([sys.argv[1], "run", file.name, "--format", "json"], check=True,
                                 capture_output=True, text=True)
            for row in json.loads(run.stdout):
                met = row["optimal"] == "proved" and row["planned_s"] <= row["bound_s"] * (1 + 1e-9)
                failed += not met
                if not met:
                    print(f"{row['algorithm']}: {row['planned_s']} s, bound {row['bound_s']} s:\n{scenario(*case)}")
    print(f"{len(CASES)} networks, {failed} plans above the bound")
    return 1 if failed else 0


sys.exit(main())
