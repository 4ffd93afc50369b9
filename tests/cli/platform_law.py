#!/usr/bin/env python3
"""What `check` accepts of a platform, `run` plays; and what SimGrid would end on is refused with its line.
Small platforms of every form, in which each element of SimGrid's document type and each attribute is
left out, doubled, moved, put where it does not belong, and given values of all kinds.

    platform_law.py REDIST COUNT [SEED]     COUNT: how many changed platforms, drawn at random; 0: all
"""
import copy
import os
import random
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree
from xml.sax.saxutils import quoteattr

REDIST = os.path.abspath(sys.argv[1])
COUNT = int(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
HEAD = '<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
LAW_S = 60  # no run of a platform as small as these takes as long

# What values an attribute gets, beside none and "".
SPEED = ['1f', '0f', '2Gf,1Gf', '1f,', ',1f', '-1f', '1e999f', 'nan', 'inf', '1 f', '5', '1e-300f', '1f,0f,2f']
BANDWIDTH = ['1Bps', '0Bps', '-1Bps', '1e30Bps', '1e-30Bps', '1kbps', '1XBps', 'nan', 'inf', '1Bps,2Bps', '7']
LATENCY = ['0', '0s', '1s', '-1s', '1000s', '1ns', '1Bps', 'nan', 'inf']
NAMES = ['a', 'b', 'n0', 'n1', 'z', 'l', 'c', 'r', 'other', 'c_link_0', 'n0_loopback', '__loopback__', 'a b', 'a/b', '\u00e9',
         'l_UP', 'c_c_router', 'link_n0_UP', 'c_link_0_UP', 'c_link_0_limiter', 'c_link_from_0_to_1_UP',
         'link_from_0_1_0_UP', 'c_backbone', 'bb', 'c_bb', 'n0_UP', 'platform', '__top__']
FILES = ['up.prof', 'down.prof', 'off.prof', 'half.prof', 'zero.prof', 'late.prof', 'none.prof', 'bad.prof', '.', '/dev/null']
COUNTS = ['1', '4', '0', '-1', '1.5', '4294967297', 'x', ' 2', '1e3']
WORDS = {'routing': ['Full', 'Floyd', 'Dijkstra', 'DijkstraCache', 'None', 'Vivaldi', 'Cluster', 'Wifi', 'Star', 'full', 'x',
                     'ClusterTorus', 'ClusterFatTree', 'ClusterDragonfly'],
         'sharing_policy': ['SHARED', 'SPLITDUPLEX', 'FULLDUPLEX', 'FATPIPE', 'WIFI', 'shared', 'x'],
         'topology': ['FLAT', 'TORUS', 'FAT_TREE', 'DRAGONFLY', 'flat', 'x'],
         'symmetrical': ['YES', 'NO', 'yes', 'no', 'Yes', 'x'], 'direction': ['UP', 'DOWN', 'NONE', 'up', 'x'],
         'kind': ['HOST_AVAIL', 'SPEED', 'LINK_AVAIL', 'BANDWIDTH', 'LATENCY', 'x'],
         'version': ['4.1', '4', '3', '5', '4.10', ' 4.1', '04.1', '4.1.1', '0x4', 'nan', '4e0', '+4'],
         'radical': ['0-3', '0', '0-1,2-3', '3-0', '0-0', '-1', '00-03', '1-4', '0-3,0', '0-3,', ' 0-3', '0 - 3', '0-99999999',
                     '0-1,7'],
         'topo_parameters': ['4', '2,2', '2;2,2;1,2;1,1', '1;4;1;1', '2,1;1,1;2,1;1', '0', '4,1', '2,2,1', '-4', 'x', '2;2,2',
                             '1,1', '2;2,2;2,2;2,1', '1,1;1,1;1,1;4', '4,1;1,1;1,1;1', '2,2;1,1;2,2;1', '1,3;1,2;4,1;1',
                             '2,0;1,1;2,1;1', '3;2,2,1;1,1,1;1,1,1', '2;2,2;1,2;1,0'],
         'coordinates': ['0 0 0', '25.5 9.4 0', '1 2', '1 2 3 4', 'x y z', '1e300 1e300 0', '-1 -1 -1', 'nan 0 0', ' 1 2 3',
                         '1  2 3'],
         'pstate': ['0', '1', '2', '-1', '0.5', '1e10', 'x'], 'periodicity': ['-1', '0', '1', '1000', 'x', '1e-300', '0.5'],
         'prefix': ['n', '', 'n-', 'a/', '0', 'c'], 'suffix': ['', '.x', '9', ' '], 'router_id': ['r', 'n0', 'c', ''],
         'value': ['', '1', '95:120:200', 'x', '1e999'], 'up': ['l', 'u0', 'other', 'l_UP'], 'down': ['l', 'd0', 'l_DOWN']}
CLASSES = {'speed': SPEED, 'core': COUNTS, **{name: FILES for name in ('speed_file', 'availability_file', 'state_file',
                                                                     'bandwidth_file', 'latency_file', 'file')},
           **{name: BANDWIDTH for name in ('bandwidth', 'bw', 'bb_bw', 'bw_in', 'bw_out', 'read_bw', 'write_bw',
                                           'limiter_link', 'loopback_bw')},
           **{name: LATENCY for name in ('latency', 'lat', 'bb_lat', 'loopback_lat')},
           **{name: NAMES for name in ('id', 'src', 'dst', 'gw_src', 'gw_dst', 'trace', 'element', 'host', 'function')},
           'bb_sharing_policy': WORDS['sharing_policy'], **WORDS}
SETTINGS = ['network/model', 'tracing', 'contexts/stack-size', 'smpi/x', 'maxmin/precision', 'surf/precision', 'plugin',
            'path', 'host/model', 'network/crosstraffic', 'cpu/model', 'cpu/maxmin-selective-update', 'help', 'model',
            'network/loopback-lat', 'network/maxmin-selective-update', 'precision/timing', 'x']

# The elements of the document type, each with all of its attributes: needed ones with a value.
DTD = {
    'platform': {'version': '4.1'}, 'include': {'file': 'up.prof'},
    'trace': {'id': 't', 'file': None, 'periodicity': '0'},
    'random': {'id': 'q', 'min': '0', 'max': '1', 'mean': '1', 'std_deviation': '1', 'seed': None, 'radical': None,
               'generator': None},
    'trace_connect': {'kind': None, 'trace': 't', 'element': 'n0'},
    'AS': {'id': 'as', 'routing': 'Full'}, 'zone': {'id': 'zz', 'routing': 'Full'},
    'storage_type': {'id': 'st', 'model': None, 'size': '1', 'content': None},
    'storage': {'id': 's', 'typeId': 'st', 'content': None, 'attach': 'n0'}, 'mount': {'storageId': 's', 'name': 'm'},
    'host': {'id': 'hh', 'speed': '1f', 'core': None, 'speed_file': None, 'availability_file': None, 'state_file': None,
             'coordinates': None, 'pstate': None},
    'disk': {'id': 'd', 'read_bw': '1Bps', 'write_bw': '1Bps'}, 'host_link': {'id': 'n0', 'up': 'l', 'down': 'l'},
    'cluster': {'id': 'cc', 'prefix': 'm', 'suffix': '', 'radical': '0-3', 'speed': '1f', 'core': None, 'bw': '1Bps',
                'lat': '1s', 'sharing_policy': None, 'topology': None, 'topo_parameters': None, 'bb_bw': None,
                'bb_lat': None, 'bb_sharing_policy': None, 'router_id': None, 'limiter_link': None, 'loopback_bw': None,
                'loopback_lat': None},
    'cabinet': {'id': 'cb', 'prefix': 'm', 'suffix': '', 'radical': '0-3', 'speed': '1f', 'bw': '1Bps', 'lat': '1s'},
    'peer': {'id': 'p', 'speed': '1f', 'bw_in': '1Bps', 'bw_out': '1Bps', 'lat': None, 'coordinates': '0 0 0',
             'speed_file': None, 'availability_file': None, 'state_file': None},
    'router': {'id': 'rr', 'coordinates': None}, 'backbone': {'id': 'bb', 'bandwidth': '1Bps', 'latency': '1s'},
    'link': {'id': 'll', 'bandwidth': '1Bps', 'bandwidth_file': None, 'latency': '1s', 'latency_file': None,
             'state_file': None, 'sharing_policy': None},
    'route': {'src': 'n0', 'dst': 'n1', 'symmetrical': None},
    'ASroute': {'src': 'z1', 'dst': 'z2', 'gw_src': 'n0', 'gw_dst': 'n2', 'symmetrical': None},
    'bypassASroute': {'src': 'z1', 'dst': 'z2', 'gw_src': 'n0', 'gw_dst': 'n2'},
    'zoneRoute': {'src': 'z1', 'dst': 'z2', 'gw_src': 'n0', 'gw_dst': 'n2', 'symmetrical': None},
    'link_ctn': {'id': 'l', 'direction': None}, 'bypassRoute': {'src': 'n0', 'dst': 'n1'},
    'bypassZoneRoute': {'src': 'z1', 'dst': 'z2', 'gw_src': 'n0', 'gw_dst': 'n2'},
    'process': {'host': 'n0', 'function': 'f', 'start_time': None, 'kill_time': None, 'on_failure': None},
    'actor': {'host': 'n0', 'function': 'f', 'start_time': None, 'kill_time': None, 'on_failure': None},
    'argument': {'value': '1'}, 'config': {'id': None}, 'prop': {'id': 'k', 'value': '1'},
    'model_prop': {'id': 'k', 'value': '1'},
}

PROFILES = {'up.prof': '0 1\n', 'down.prof': '0 0\n', 'off.prof': '0 1\n5 0\n', 'half.prof': '0 0.5\n9 1\nPERIODICITY 20\n',
            'zero.prof': '# nothing\n', 'late.prof': '3 0.5\n', 'bad.prof': '0 x\n'}


def hosts(count, more=''):
    return ''.join(f'<host id="n{i}" speed="1f"{more}/>' for i in range(count))


def cluster(more='', name='c', numbers='0-3', speed='1f'):
    return f'<cluster id="{name}" prefix="n" suffix="" radical="{numbers}" speed="{speed}" bw="1Bps" lat="1s"{more}/>'


LINK = '<link id="l" bandwidth="1Bps" latency="1s"/>'
DUPLEX = '<link id="l" bandwidth="1Bps" latency="1s" sharing_policy="SPLITDUPLEX"/>'
ALL = ''.join(f'<route src="n{i}" dst="n{j}"><link_ctn id="l"/></route>' for i in range(3) for j in range(i + 1, 3))
PATH = ''.join(f'<route src="n{i}" dst="r"><link_ctn id="l"/></route>' for i in range(3))
BETWEEN = '<zoneRoute src="z1" dst="z2" gw_src="{}" gw_dst="{}"><link_ctn id="l"/></zoneRoute>'
Z1 = '<zone id="z1" routing="Full"><host id="n0" speed="1f"/><host id="n1" speed="1f"/>' \
    '<link id="l1" bandwidth="1Bps" latency="1s"/><route src="n0" dst="n1"><link_ctn id="l1"/></route>{}</zone>'
Z2 = '<zone id="z2" routing="Full"><host id="n2" speed="1f"/></zone>'
OWN = ''.join(f'<link id="u{i}" bandwidth="1Bps" latency="1s"/><link id="d{i}" bandwidth="1Bps" latency="0"/>'
              f'<host_link id="n{i}" up="u{i}" down="d{i}"/>' for i in range(3))


def zone(routing, inside):
    return f'<zone id="z" routing="{routing}">{inside}</zone>'


FORMS = {
    'full': zone('Full', hosts(3) + LINK + ALL),
    'full, both ways': zone('Full', hosts(3) + DUPLEX + ALL.replace('id="l"/', 'id="l" direction="UP"/')),
    'full, one way': zone('Full', hosts(2) + LINK + '<route src="n0" dst="n1" symmetrical="NO"><link_ctn id="l"/></route>'
                          '<route src="n1" dst="n0" symmetrical="no"><link_ctn id="l"/></route>'),
    'full, fat': zone('Full', hosts(2) + LINK.replace('/>', ' sharing_policy="FATPIPE"/>') +
                      '<route src="n0" dst="n1"><link_ctn id="l" direction="NONE"/></route>'),
    'full, all of a host': zone('Full', '<prop id="k" value="1"/>'
                                '<host id="n0" speed="2f,1f" core="2" pstate="1" speed_file="half.prof" '
                                'state_file="up.prof" coordinates=""><disk id="d" read_bw="1Bps" write_bw="1Bps">'
                                '<prop id="k" value="1"/></disk><prop id="wattage_per_state" value="1:2:3,1:2:3"/></host>'
                                '<host id="n1" speed="1f" availability_file="late.prof"/>' + LINK +
                                '<route src="n0" dst="n1"><link_ctn id="l"/></route>'),
    'full, all of a link': zone('Full', hosts(2) + '<link id="l" bandwidth="1Bps" latency="1s" '
                                'bandwidth_file="half.prof" latency_file="late.prof" state_file="up.prof" '
                                'sharing_policy="SHARED"><prop id="k" value="1"/></link>'
                                '<route src="n0" dst="n1"><link_ctn id="l"/></route>'),
    'traces': zone('Full', hosts(3) + '<trace id="t" periodicity="10">0 1\n5 0.5</trace><trace id="u" file="up.prof" '
                   'periodicity="0"/>' + LINK + ALL + '<trace_connect kind="SPEED" trace="t" element="n0"/>'
                   '<trace_connect kind="HOST_AVAIL" trace="u" element="n1"/>'),
    'settings': '<config id="c"><prop id="contexts/stack-size" value="16"/><prop id="smpi/x" value="1"/></config>'
                '<config><prop id="tracing" value="no"/></config>' + zone('Full', hosts(3) + LINK + ALL),
    'Floyd': zone('Floyd', hosts(3) + '<router id="r"/>' + LINK + PATH),
    'Floyd, a path': zone('Floyd', hosts(3) + LINK + ALL.split('</route>')[0] + '</route>'
                          '<route src="n1" dst="n2"><link_ctn id="l"/></route>'),
    'Dijkstra': zone('Dijkstra', hosts(3) + '<router id="r"/>' + LINK + PATH),
    'Dijkstra, kept': zone('DijkstraCache', hosts(3) + '<router id="r"/>' + LINK + PATH),
    'Vivaldi': zone('Vivaldi', hosts(2, ' coordinates="1 2 3"')),
    'Vivaldi, peers': zone('Vivaldi', '<peer id="n0" speed="1f" bw_in="1Bps" bw_out="2Bps" lat="1s" coordinates="0 0 0" '
                           'state_file="up.prof"/><peer id="n1" speed="1f" bw_in="1Bps" bw_out="1Bps" '
                           'coordinates="3 4 0" speed_file="half.prof"/>'),
    'cluster zone': zone('Cluster', hosts(3) + OWN),
    'cluster zone, backbone': zone('Cluster', hosts(3) + OWN + '<backbone id="b" bandwidth="1Bps" latency="1s"/>'),
    'cluster zone, router': zone('Cluster', '<router id="r"/>' + hosts(3) + OWN),
    'cabinets': zone('Cluster', '<cabinet id="c1" prefix="n" suffix="" radical="0-1" speed="1f" bw="1Bps" lat="1s"/>'
                     '<cabinet id="c2" prefix="n" suffix="" radical="2" speed="1f" bw="2Bps" lat="1s"/>'
                     '<backbone id="b" bandwidth="1Bps" latency="1s"/>'),
    'cluster': cluster(),
    'cluster, backbone': cluster(' bb_bw="2Bps" bb_lat="1s" bb_sharing_policy="FATPIPE" router_id="r"'),
    'cluster, all': cluster(' core="2" sharing_policy="SHARED" bb_bw="2Bps" bb_lat="1s" limiter_link="1Bps" loopback_bw="9Bps" '
                            'loopback_lat="1s"', speed='2f,1f').replace('/>', '><prop id="k" value="1"/></cluster>'),
    'torus': cluster(' topology="TORUS" topo_parameters="2,2"'),
    'torus, all': cluster(' topology="TORUS" topo_parameters="4" limiter_link="1Bps" loopback_bw="9Bps" loopback_lat="0"'),
    'fat tree': cluster(' topology="FAT_TREE" topo_parameters="2;2,2;1,2;1,1"'),
    'fat tree, all': cluster(' topology="FAT_TREE" topo_parameters="2;2,2;1,1;1,1" limiter_link="1Bps" loopback_bw="9Bps" '
                             'loopback_lat="0"'),
    'dragonfly': cluster(' topology="DRAGONFLY" topo_parameters="2,1;1,1;2,1;1"'),
    'dragonfly, all': cluster(' topology="DRAGONFLY" topo_parameters="1,1;1,1;2,1;2" limiter_link="1Bps" loopback_bw="9Bps" '
                              'loopback_lat="0"'),
    'zones': zone('Full', Z1.format('') + Z2 + LINK + BETWEEN.format('n0', 'n2')),
    'zones, old words': zone('Full', (Z1.format('') + Z2).replace('zone ', 'AS ').replace('/zone', '/AS') + LINK +
                             BETWEEN.format('n0', 'n2').replace('zoneRoute', 'ASroute')),
    'zones, Floyd': zone('Floyd', Z1.format('') + Z2 + LINK + BETWEEN.format('n0', 'n2')),
    'zones, Dijkstra': zone('Dijkstra', Z1.format('') + Z2 + LINK + BETWEEN.format('n0', 'n2')),
    'zones, bypass': zone('Full', Z1.format('<bypassRoute src="n1" dst="n0"><link_ctn id="l1"/></bypassRoute>') + Z2 + LINK +
                          BETWEEN.format('n0', 'n2') + BETWEEN.format('n0', 'n2').replace('zoneRoute', 'bypassZoneRoute')),
    'zones, clusters': zone('Full', cluster(' router_id="r1"', 'z1', '0-1') + cluster(' router_id="r2" bb_bw="1Bps" bb_lat="1s"',
                                                                                  'z2', '2-3') + LINK + BETWEEN.format('r1', 'r2')),
    'zones, topologies': zone('Full', cluster(' topology="TORUS" topo_parameters="2"', 'z1', '0-1') +
                              cluster(' topology="FAT_TREE" topo_parameters="1;2;1;1"', 'z2', '2-3') + LINK +
                              BETWEEN.format('n0', 'n2')),
    'zones of one': zone('None', zone('Full', hosts(3) + LINK + ALL).replace('"z"', '"y"')),
    'zones, three deep': zone('Full', '<zone id="z1" routing="Full">' + zone('Full', '<host id="n0" speed="1f"/><router id="r"/>'
                              '<link id="k" bandwidth="1Bps" latency="1s"/><route src="n0" dst="r"><link_ctn id="k"/></route>')
                              .replace('"z"', '"y"') + '</zone>' + Z2 + LINK + BETWEEN.format('r', 'n2')),
    'zones, a peer': zone('Vivaldi', '<peer id="n0" speed="1f" bw_in="1Bps" bw_out="2Bps" coordinates="0 0 0"/>'
                          '<peer id="n1" speed="1f" bw_in="1Bps" bw_out="2Bps" lat="2s" coordinates="0 1 0"/>'),
}


def parse(text):
    return tree.fromstring(f'<platform version="4.1">{text}</platform>')


def element(name):
    made = tree.Element(name, {key: value for key, value in DTD[name].items() if value is not None})
    if name == 'trace':
        made.text = '0 1'
    elif 'oute' in name:
        made.append(element('link_ctn'))
    elif name in ('zone', 'AS'):
        made.append(element('host'))
    elif name == 'host_link':
        made.set('id', 'hh')
    return made


def at(root, place):
    for step in place:
        root = root[step]
    return root


def places(root, place=()):
    yield place
    for step, child in enumerate(at(root, place)):
        yield from places(root, place + (step,))


def changes(root):
    """Returns: (what, change) of each: change(root) changes a copy."""
    def put(place, name, value):
        return lambda copied: at(copied, place).attrib.pop(name, None) if value is None else \
            at(copied, place).set(name, value)

    def insert(place, where, name):
        return lambda copied: at(copied, place).insert(where, element(name))

    def with_parent(place, act):
        return lambda copied: act(at(copied, place[:-1]), place[-1])

    for place in places(root):
        here = at(root, place)
        for name in sorted({*DTD[here.tag], 'bad'}):
            values = CLASSES.get(name, ['1', 'x'])
            if here.tag == 'prop' and here.get('id') and name == 'id' and len(place) == 2:
                values = SETTINGS
            for value in [None, '', *values]:
                if value != here.get(name):
                    yield f'{here.tag} {name}={value!r}', put(place, name, value)
        for name in DTD:
            for where in sorted({0, len(here)}):
                yield f'{name} in {here.tag} at {where}', insert(place, where, name)
        yield f'text in {here.tag}', lambda copied, place=place: setattr(at(copied, place), 'text', 'text')
        if place:
            tag = here.tag
            yield f'no {tag}', with_parent(place, lambda parent, i: parent.remove(parent[i]))
            yield f'{tag} twice', with_parent(place, lambda parent, i: parent.insert(i, copy.deepcopy(parent[i])))
            yield f'{tag} first', with_parent(place, lambda parent, i: parent[:] is None or parent.__setitem__(
                slice(None), [parent[i], *parent[:i], *parent[i + 1:]]))
            yield f'{tag} last', with_parent(place, lambda parent, i: parent.__setitem__(
                slice(None), [*parent[:i], *parent[i + 1:], parent[i]]))
            yield f'{tag} in itself', with_parent(place, lambda parent, i: parent[i].append(copy.deepcopy(parent[i])))


def host_names(root):
    names = []
    for node in root.iter():
        if node.tag in ('host', 'peer'):
            names.append(node.get('id'))
        elif node.tag in ('cluster', 'cabinet'):
            for part in (node.get('radical') or '').split(','):
                low, _, high = part.partition('-')
                if low.strip().isdigit() and (high or low).strip().isdigit():
                    names += [f'{node.get("prefix")}{i}{node.get("suffix")}'
                              for i in range(int(low), min(int(high or low), int(low) + 8) + 1)]
    return [name for name in dict.fromkeys(names) if name and "'" not in name][:4]


def scenario(names):
    quoted = quoteattr(' '.join(f"'{name}'" for name in names))
    loads = ''.join(tree.tostring(tree.Element('load', {'host': name, 'items': '2', 'after': '2'}), 'unicode')
                    for name in names)
    loads = loads.replace('items="2" after="2"', 'items="3" after="2"', 1)
    cut = loads.rfind('after="2"')
    loads = loads[:cut] + 'after="3"' + loads[cut + 9:]
    return f'<scenario><platform file="p.xml"/><topology shape="graph" edges="routes" hosts={quoted}/><items bytes="1"/>' \
        f'<loads>{loads}</loads><goal reach="after"/><run algorithm="network-planner"/></scenario>'


def ask(command):
    try:
        return subprocess.run([REDIST, command, 's.xml'], capture_output=True, text=True, timeout=LAW_S, errors='replace')
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess([], 124, '', 'it does not end')


def breach(root):
    """Returns: how the law is broken, or None; and whether the platform was accepted."""
    names = host_names(root)
    with open('p.xml', 'w') as out:
        out.write(HEAD + tree.tostring(root, 'unicode'))
    with open('s.xml', 'w') as out:
        out.write(scenario(names if len(names) > 1 else ['n0', 'n1']))
    run = ask('run')
    if run.returncode == 0:
        return None, True
    check = ask('check')
    said = check.stdout[-400:] + check.stderr[-800:]
    refused = ' refused ' in run.stdout and ' failed ' not in run.stdout  # by the algorithm: check says so, too
    failures = re.search(r' failed at (?!0 s)', run.stdout)  # as a profile has it
    if check.returncode == 0 and run.returncode == 1 and (refused or failures):
        return None, True
    if check.returncode == 0:
        return f'check accepts it, and run: status {run.returncode}\n{run.stdout[-800:]}{run.stderr[-800:]}', True
    if check.returncode not in (3, 5) or run.returncode != check.returncode:
        return f'status {check.returncode} of check, {run.returncode} of run\n{said}', False
    if not re.match(r'(s|p)\.xml:\d+: |\w+\.prof:\d+: ', check.stderr) or 'SimGrid:' in check.stderr or \
            'was ended' in check.stderr:
        return f'refused, and not by its line\n{said}', False
    return None, False


def main():
    cases = []
    for form, text in FORMS.items():
        root = parse(text)
        cases.append((form, 'as it is', lambda copied: None))
        cases += [(form, what, change) for what, change in changes(root)]
    draw = random.Random(SEED)
    if COUNT:
        untouched = [case for case in cases if case[1] == 'as it is'] if COUNT >= len(FORMS) else []
        cases = untouched + draw.sample(cases, COUNT - len(untouched))
    if not COUNT:
        draw.shuffle(cases)
    broken = accepted = 0
    for form, what, change in cases:
        root = copy.deepcopy(parse(FORMS[form]))
        change(root)
        how, taken = breach(root)
        accepted += taken
        if not how and what == 'as it is' and not taken:
            how = 'the form itself is refused: ' + ask('check').stderr[-600:]
        if how:
            broken += 1
            print(f'{form}: {what}: {how}\n{tree.tostring(root, "unicode")}\n', flush=True)
    print(f'{len(cases)} platforms of {len(FORMS)} forms: {accepted} accepted and played, {len(cases) - accepted} refused, '
          f'{broken} against the law')
    return 1 if broken or not accepted else 0


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for profile, content in PROFILES.items():
        with open(profile, 'w') as file:
            file.write(content)
    sys.exit(main())
