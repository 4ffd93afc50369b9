#!/usr/bin/env python3
"""Platforms and scenarios that two parsers read in two ways, or that change while they are read:
what is checked is what is played, or it is refused in words and in time.

    attacks.py REDIST [TIMES [FACTOR]]

TIMES: how often files are exchanged under a running redist (20). FACTOR: how many times the size of
its file a schedule may take of memory (3); 0: it is not measured, as under sanitizers.
"""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

REDIST = os.path.abspath(sys.argv[1])
TIMES = int(sys.argv[2]) if len(sys.argv) > 2 else 20
DOCTYPE = '<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
SCENARIO = '''<?xml version="1.0"?>
<scenario><platform file="p.xml"/><topology shape="ring" direction="two-way" hosts="'%s' '%s'"/>
<items bytes="100"/><loads><load host="%s" items="4" after="2"/><load host="%s" items="0" after="2"/></loads>
<goal reach="after"/><run algorithm="ring-two-way-list"/></scenario>
'''
FACTOR = int(sys.argv[3]) if len(sys.argv) > 3 else 3
failed = []


def full(one, other, link=''):
    """A platform of two hosts, as a file spells their names."""
    return DOCTYPE + f'''<platform version="4.1"><zone id="z" routing="Full">
<host id="{one}" speed="1f"/><host id="{other}" speed="1f"/>
<link id="l" bandwidth="100Bps" latency="0s" sharing_policy="FATPIPE"{link}/>
<route src="{one}" dst="{other}"><link_ctn id="l"/></route></zone></platform>
'''


def write(name, content):
    with open(name, 'wb') as out:
        out.write(content if isinstance(content, bytes) else content.encode())


def redist(*words, timeout=60):
    return subprocess.run([REDIST, *words], capture_output=True, text=True, timeout=timeout,
                          errors='replace')


def expect(what, done, status, words=''):
    if done.returncode != status or words not in done.stdout + done.stderr:
        failed.append(what)
        print(f'{what}: status {done.returncode}, expected {status} and "{words}"\n'
              f'{done.stdout[-600:]}{done.stderr[-600:]}', flush=True)


def names_are_read_in_one_way():
    """In: as the file spells them, as XML reads them."""
    for spelt, read in [('a&#303;', 'a\u012f'), ('a\u012f', 'a\u012f'), ('a\nb', 'a b'), ('a\tb', 'a b'),
                        ('a&#x41;', 'aA'), ('a&amp;b', 'a&amp;b'), ('a&lt;b', 'a&lt;b'),
                        ('a&#39;', None), ('a&quot;b', 'a&quot;b'), ('a&#233;', 'a\u00e9'),
                        ('\U0001f600', '\U0001f600')]:
        write('s/p.xml', full(spelt, 'other'))
        if read:
            write('s/s.xml', SCENARIO % (read, 'other', read, 'other'))
        else:
            write('s/s.xml', SCENARIO.replace("'%s' '%s'", "&quot;%s&quot; %s")
                  % ("a'", 'other', "a'", 'other'))
        expect(f'host {spelt!r}', redist('run', 's/s.xml'), 0, 'ok')


def profiles_are_those_that_were_checked():
    good, bad = '0.0 50\n1000 100\n', 'no profile at all\n'
    write('s/p.xml', full('a', 'b', ' bandwidth_file="profile"'))
    write('s/s.xml', SCENARIO % ('a', 'b', 'a', 'b'))
    write('s/good', good)
    write('s/bad', bad)
    going = True

    def exchange():
        while going:
            for name in ('bad', 'good'):
                shutil.copy(f's/{name}', 's/next')
                os.replace('s/next', 's/profile')
    shutil.copy('s/good', 's/profile')
    thread = threading.Thread(target=exchange)
    thread.start()
    for _ in range(TIMES):
        done = redist('run', 's/s.xml')
        if done.returncode == 3:
            expect('a profile that is exchanged', done, 3, 's/profile:1: ')
        else:
            expect('a profile that is exchanged', done, 0, '4 s')
    going = False
    thread.join()
    os.unlink('s/profile')
    os.mkfifo('s/profile')
    expect('a profile that is a pipe', redist('run', 's/s.xml', timeout=10), 5, 'not a regular file')
    os.unlink('s/profile')
    os.mkdir('s/sub')
    write('s/sub/its profile', good)
    write('s/p.xml', full('a', 'b', ' bandwidth_file="sub/its profile"'))
    expect('a profile in a folder', redist('run', 's/s.xml'), 0, '4 s')


def sizes_of_clusters_are_limited():
    for topology, parameters in [('FAT_TREE', '2;1,2;1,100000000;1,1'), ('FAT_TREE', '1;2;100000000;1'),
                                 ('FAT_TREE', '1;2;1;100000000'), ('FAT_TREE', '1;2;1000000;1'),
                                 ('DRAGONFLY', '100000,1;100000,1;1,1;1'),
                                 ('DRAGONFLY', '1,100000000;1,1;1,1;2'), ('TORUS', '100000,100000'),
                                 ('TORUS', '4294967297,2'), ('DRAGONFLY', '2,1;1,1;1,1;4294967297')]:
        write('s/p.xml', DOCTYPE + f'''<platform version="4.1"><zone id="z" routing="Full">
<cluster id="c" prefix="n" suffix="" radical="0-1" speed="1f" bw="1Bps" lat="0s"
 topology="{topology}" topo_parameters="{parameters}"/></zone></platform>''')
        write('s/s.xml', SCENARIO % ('n0', 'n1', 'n0', 'n1'))
        expect(f'{topology} {parameters}', redist('check', 's/s.xml', timeout=10), 3, 's/p.xml:5')


def encodings_are_documented():
    scenario = (SCENARIO % ('a', 'b', 'a', 'b')).replace('file="p.xml"', 'generator="switch" hosts="2"') \
        .replace("'a' 'b'", 'h0 h1').replace('host="a"', 'host="h0"').replace('host="b"', 'host="h1"')
    platform = full('a', 'b')

    def ways(text):
        bare = text.split('\n', 1)[1]
        for codec in ('utf-16', 'utf-16-le', 'utf-16-be', 'utf-32', 'utf-32-be', 'cp037', 'utf-7'):
            name = codec.upper() if codec != 'cp037' else 'IBM037'
            yield codec, text.encode(codec)
            yield codec + ' declared', f'<?xml version="1.0" encoding="{name}"?>\n{bare}'.encode(codec)
        for version in ('1.1', '1.5', '1.00', '2.0'):
            yield 'XML ' + version, text.replace('"1.0"', f'"{version}"', 1).encode()
        yield 'a zero at the end', text.encode() + b'\0'
        yield 'a zero and more', text.encode() + b'\0<nonsense>'
        yield 'a zero inside', text.replace('\n', '\n\0', 2).encode()
        yield 'latin 1', f'<?xml version="1.0" encoding="ISO-8859-1"?>\n{bare}'.encode()

    write('s/s.xml', scenario)
    expect('a scenario', redist('check', 's/s.xml'), 0)
    for what, content in ways(scenario):
        if what != 'utf-7':  # which is ASCII here
            write('s/s.xml', content)
            expect('a scenario in ' + what, redist('check', 's/s.xml'), 3, 's/s.xml:')
    write('s/s.xml', SCENARIO % ('a', 'b', 'a', 'b'))
    for what, content in ways(platform):
        if what != 'utf-7':
            write('s/p.xml', content)
            expect('a platform in ' + what, redist('check', 's/s.xml'), 3, 's/p.xml:')
    write('s/p.xml', b'\xef\xbb\xbf' + scenario.encode())
    expect('a byte order mark of UTF-8', redist('check', 's/p.xml'), 0)


def small_ones():
    ring = (SCENARIO % ('h0', 'h1', 'h0', 'h1')).replace(
        'file="p.xml"', 'generator="ring" direction="two-way" hosts="2" profile="steps 1 1 2"')
    write('s/s.xml', ring.replace(""" hosts="'h0' 'h1'\"""", ''))
    place = {**os.environ, 'TMPDIR': '/nonexistent'}
    for words in (['run'], ['sweep', '--results', 'r.db']):
        done = subprocess.run([REDIST, words[0], 's/s.xml', *words[1:]], capture_output=True, text=True,
                              env=place, timeout=60)
        if words[0] == 'run':
            expect('no TMPDIR', done, 5, '/nonexistent')
    os.symlink('behind', 'link')
    os.symlink('nowhere/behind', 'lost')
    os.symlink('loop', 'loop')
    expect('a link to no file yet', redist('plan', 's/s.xml', '--out', 'link'), 0)
    if not os.path.islink('link') or not os.path.isfile('behind'):
        failed.append('a link to no file yet')
    expect('a link to no folder', redist('plan', 's/s.xml', '--out', 'lost'), 5, 'lost')
    expect('a link to itself', redist('plan', 's/s.xml', '--out', 'loop'), 5, 'loop')
    byte = subprocess.run([REDIST, 'check', b's/n\x9b31m.xml'], capture_output=True, timeout=60)
    if b'\x9b' in byte.stderr or byte.returncode != 5:
        failed.append('byte 0x9b reaches the terminal')
        print(byte)
    write('s/s.xml', ring.replace('generator="ring" direction="two-way"', 'generator="switch"')
          .replace("'h0' 'h1'", 'h[0-20]'))
    done = redist('check', 's/s.xml')
    expect('many hosts', done, 3, 'host "h2", as 18 more, is not on the platform')
    if done.stderr.count('is not on the platform') != 1:
        failed.append('a line for each host')
    write('s/p.xml', full('a', 'b'))
    expect('a platform as a scenario', redist('run', 's/p.xml'), 3, 'did you mean')
    for name in ('=1+1', '+h', '-1', '@SUM', "'h", "'=h", "''", '=a"b', '=a,b'):
        spelt = name.replace('"', '&quot;')
        write('s/p.xml', full(spelt, 'other'))
        quote = '&quot;' if "'" in name else "'"
        write('s/s.xml', (SCENARIO % (spelt, 'other', spelt, 'other')).replace(
            f"hosts=\"'{spelt}'", f'hosts="{quote}{spelt}{quote}'))
        expect(f'a host {name}', redist('run', 's/s.xml', '--trace', 't'), 0)
        text = open('t/s.ring-two-way-list.csv').read()
        if any(field.strip('"')[:1] in '=+@-' for field in text.split('\n')[1].split(',')[2:4] if field):
            failed.append(f'a host {name}')
            print(text)
        expect(f'a trace of host {name}', redist('judge', 's/s.xml', 't/s.ring-two-way-list.csv'), 0,
               'legal')


def messages_of_a_pair_share_its_link():
    """Two objects of 3 bytes over one link of 1 byte a second, at a time: 6 s, and over one that gives
    each its bandwidth (FATPIPE) 3 s."""
    for ports in ('2', '3', 'all'):
        for policy, time in (('SHARED', '6 s'), ('FATPIPE', '3 s')):
            write('s/p.xml', full('a', 'b').replace('FATPIPE', policy).replace('100Bps', '1Bps').replace(
                '<route src="a" dst="b">', '<link id="back" bandwidth="1Bps" latency="0s"/><route src="b" dst="a" '
                'symmetrical="NO"><link_ctn id="back"/></route><route src="a" dst="b" symmetrical="NO">'))
            write('s/s.xml', f'''<scenario><platform file="p.xml"/><topology shape="switch" hosts="a b"/>
<network ports="{ports}" pair="many"/><goal reach="place"/><loads><object name="one" bytes="3" from="a" to="b"/>
<object name="other" bytes="3" from="a" to="b"/></loads><run algorithm="objects-first-come"/></scenario>''')
            done = redist('run', 's/s.xml')
            expect(f'{ports} ports, {policy}', done, 0, f'simulated {time} = bound {time}')


def names_of_objects_can_be_written_anew():
    for name, status, words in ((b'o\xc3\xa9', 0, ''), (b'o\xe9', 3, 's/l.csv:2: object "o?": a name in UTF-8'),
                                (b'o\x01', 3, 's/l.csv:2: '), (b'o\xef\xbf\xbe', 3, 's/l.csv:2: ')):
        write('s/l.csv', b'name,bytes,from,to\n' + name + b',3,h0,h1\n')
        write('s/s.xml', '''<scenario><platform generator="switch" hosts="2"/><topology shape="switch"/>
<goal reach="place"/><loads objects="l.csv"/><run algorithm="objects-first-come"/></scenario>''')
        expect(f'an object {name}', redist('instance', 's/s.xml', '--format', 'xml', '--out', 's/new.xml'), status, words)
        if status == 0:
            expect(f'an object {name}, anew', redist('check', 's/new.xml'), 0)
        write('s/l.csv', b'name,bytes,at\n' + name + b',3,h0\n')
        expect(f'a placed object {name}', redist('rebalance', 's/s.xml', '--tolerance', '1'), status, words)


def what_a_launcher_says_is_shown():
    write('s/s.xml', '''<scenario><platform generator="switch" hosts="2"/><topology shape="switch"/>
<loads><load host="h0" items="2" after="1"/><load host="h1" items="0" after="1"/></loads><goal reach="after"/>
<run algorithm="network-planner"/></scenario>''')
    for said in (b'\x1b[31m', b'\x1b]52;c;aGk=\x07', b'\xc2\x9b', b'\xe2\x80\xae', b'\x9b', b'\r'):
        write('s/launcher', b'#!/bin/sh\ncat "$0" >&2\nexit 3\n' + said + b'and\nmore\n')
        os.chmod('s/launcher', 0o755)
        for form in ('table', 'csv', 'json'):
            done = redist('execute', 's/s.xml', '--launcher', os.path.abspath('s/launcher'), '--program', '/bin/true',
                          '--format', form)
            words = done.stdout + done.stderr
            raw = [letter for letter in words if letter != '\n' and (letter in '\x9b\u202e\ufffd' or ord(letter) < 32)]
            if raw or 'and' not in words or done.returncode != 1:
                failed.append(f'a launcher says {said}, {form}')
                print(failed[-1], done.returncode, ascii(words[-300:]))


def claims_have_an_end():
    """A tick that 1 and 9 bytes a second need counts 2^60 within the first of the latencies."""
    write('s/p.xml', DOCTYPE + '''<platform version="4.1">
<cluster id="c" prefix="n" suffix="" radical="0-3" speed="1f" bw="1Bps" lat="1e9s" topology="TORUS"
 topo_parameters="4" limiter_link="1Bps" loopback_bw="9Bps" loopback_lat="0"/></platform>''')
    write('s/s.xml', '''<scenario><platform file="p.xml"/>
<topology shape="graph" edges="routes" hosts="n[0-3]"/><items bytes="1"/>
<loads><load host="n0" items="3" after="2"/><load host="n1" items="2" after="2"/>
<load host="n2" items="2" after="2"/><load host="n3" items="2" after="3"/></loads>
<goal reach="after"/><run algorithm="network-planner"/></scenario>''')
    expect('latencies of 1e9 s', redist('run', 's/s.xml'), 0, 'simulated 1000000001 s')


def memory_of_judging():
    """Returns: KiB that judging the schedule takes at most."""
    # Meson has the C library fill what is freed and taken: pages that nobody uses count then, too.
    plain = {name: value for name, value in os.environ.items() if name != 'MALLOC_PERTURB_'}
    process = subprocess.Popen([REDIST, 'judge', 's/s.xml', 's/rows.csv'], stdout=subprocess.PIPE, env=plain)
    out = process.stdout.read().decode()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = status
    if ' legal\n' not in out:
        failed.append('judging many rows')
        print(out)
    return used.ru_maxrss


def schedules_take_little_memory():
    if FACTOR == 0:
        return
    rows = 500000
    write('s/s.xml', f'''<scenario><platform generator="ring" hosts="4" direction="two-way" cost="1"/>
<topology shape="ring"/><loads><load host="h0" items="{rows}" after="0"/><load host="h1" items="0" after="{rows}"/></loads>
<goal reach="after"/><run algorithm="ring-shorter-way"/></scenario>''')
    places = [*range(0, rows, 2), *range(1, rows, 2)]
    plan, trace = 'round,from,to,kind,items,messages\n', 'start_s,end_s,from,to,kind,items\n'
    write('s/rows.csv', plan + '0,h0,h1,0,1,1\n')
    least = memory_of_judging()
    for what, header, lines in [('a plan', plan, ('0,h0,h1,0,1,1\n' for _ in range(rows))),
                                ('a trace', trace, (f'{i},{i + 1},h0,h1,0,1\n' for i in range(rows))),
                                ('a trace out of order', trace, (f'{i},{i + 1},h0,h1,0,1\n' for i in places))]:
        with open('s/rows.csv', 'w') as out:  # line by line: a child begins with its parent's memory
            out.write(header)
            out.writelines(lines)
        times = (memory_of_judging() - least) * 1024 / os.path.getsize('s/rows.csv')
        if times > FACTOR:
            failed.append(f'{what} takes {times:.2f} times its file')
            print(failed[-1])


def main():
    with tempfile.TemporaryDirectory(prefix='redist_attacks_') as folder:
        os.chdir(folder)
        os.mkdir('s')
        for attack in (names_are_read_in_one_way, profiles_are_those_that_were_checked,
                       sizes_of_clusters_are_limited, encodings_are_documented, small_ones,
                       messages_of_a_pair_share_its_link, names_of_objects_can_be_written_anew,
                       what_a_launcher_says_is_shown, claims_have_an_end, schedules_take_little_memory):
            try:
                attack()
            except subprocess.TimeoutExpired as late:
                failed.append(attack.__name__)
                print(f'{attack.__name__}: no end of {late.cmd} after {late.timeout} s')
        os.chdir('/')
    print(f'{len(failed)} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
