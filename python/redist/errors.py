"""What goes wrong, as exceptions. Every message names the place and what is accepted."""


class RedistError(Exception):
    """Any error of this package."""


class ArgumentError(RedistError, ValueError):
    """What was given means nothing; the message says what is accepted."""


class RefusedError(RedistError):
    """No algorithm takes the problem, or not the one that was named."""


class OutOfMemoryError(RedistError, MemoryError):
    """The memory limit of the call, or the system, had no more."""


class MistakeError(RedistError, RuntimeError):
    """A mistake in redist, which is worth a report."""


class CertificateError(RedistError):
    """A certificate does not show what it claims; the message says which step fails."""


class ProgramError(RedistError):
    """The program redist is missing, was interrupted, or could not read or write a file."""
