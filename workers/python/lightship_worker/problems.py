"""Why a job ends early. Messages are shown to people of the team: they name no file, path or patient."""


class BadInput(Exception):
    """What was given cannot be used; trying again gives the same."""


class Stopped(Exception):
    """The job was asked to stop, and has handed in what it had."""


def is_out_of_memory(error: BaseException) -> bool:
    """PyTorch reports a lack of memory as a RuntimeError with a text."""
    text = str(error).lower()
    return isinstance(error, MemoryError) or type(error).__name__ == 'OutOfMemoryError' or 'out of memory' in text or 'allocate memory' in text
