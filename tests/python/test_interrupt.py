"""Ctrl-C, threads and forks while libredist works."""
import os
import signal
import threading
import time
import unittest

from flat import redist


def long_one():
    """A search of minutes."""
    net = redist.Network.torus(40, 40, cost=1, latency=0.5)
    return redist.Problem(net, load=[i * 7919 % 2000 for i in range(1600)], balance=0)


def short_one():
    net = redist.Network.ring(["a", "b", "c"], cost=1)
    return redist.Problem(net, load={"a": 2}, after={"c": 2})


class Interrupts(unittest.TestCase):
    def setUp(self):
        # Who was started behind a shell's & ignores it.
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def test_ctrl_c(self):
        # A machine that does much else at once may take longer: one time of five within a second.
        took = [self.interrupted_s()]
        while min(took) >= 1 and len(took) < 5:
            took.append(self.interrupted_s())
        self.assertLess(min(took), 1)
        self.assertEqual(redist.solve(short_one()).makespan, 2)

    def interrupted_s(self):
        """Seconds from Ctrl-C to the end of a long call."""
        problem, sent = long_one(), []

        def send():
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(0.2, send)
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            redist.solve(problem)
        ended = time.monotonic()
        timer.join()
        return ended - sent[0]

    def test_other_threads_go_on(self):
        # Another thread counts while the main one plans, and then ends that: it could not, if the
        # lock were kept.
        problem, counted = long_one(), []

        def count():
            for number in range(20):
                counted.append(number)
                time.sleep(0.001)
            os.kill(os.getpid(), signal.SIGINT)

        thread = threading.Thread(target=count)
        with self.assertRaises(KeyboardInterrupt):
            thread.start()
            redist.solve(problem)
        thread.join()
        self.assertEqual(len(counted), 20)

    def test_fork(self):
        self.assertEqual(redist.solve(short_one()).makespan, 2)  # there is a worker to lose
        child = os.fork()
        if child == 0:
            os._exit(0 if redist.solve(short_one()).makespan == 2 else 1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        self.assertEqual(redist.solve(short_one()).makespan, 2)


if __name__ == "__main__":
    unittest.main()
