"""A session of clicks in a process of its own: the folder holds session.json and the inputs; prompts come as lines of JSON, and masks go the same way.

It ends when its standard input closes: then the worker is gone, or the session is over.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from pathlib import Path
from typing import Any, Optional

from lightship_worker.problems import BadInput, is_out_of_memory

IMAGE, MODEL = 'image_0000.nii', 'model'


def run_clicks(arguments: argparse.Namespace) -> int:
    # Ctrl+C reaches the whole group; the worker decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    session: Optional[Any] = None
    for line in sys.stdin:
        prompt = json.loads(line)
        mask, detail = None, ''
        try:
            session = session or _opened(arguments.folder, arguments)
            mask = session.answer(prompt)
        except BadInput as error:
            detail = str(error)[:500]
        except Exception as error:  # noqa: BLE001: whatever it is, the person is told, without texts that may hold a path
            detail = 'The memory of the worker does not suffice' if is_out_of_memory(error) else f'The worker could not answer ({type(error).__name__})'
        print(json.dumps({'event': 'mask', 'number': prompt['number'], 'mask': mask, 'detail': detail}), flush=True)
    return 0


def _opened(folder: Path, arguments: argparse.Namespace) -> Any:
    from lightship_worker.device import machine_of
    from lightship_worker.model.click_session import ClickSession, grid_of
    from lightship_worker.model.infer import network_in
    from lightship_worker.model.manifest import parse_manifest
    from lightship_worker.volume.image import read_image

    described = json.loads((folder / 'session.json').read_text())
    network = network_in(folder / 'inputs' / MODEL, machine_of(arguments).device, arguments.threads)
    return ClickSession(read_image(folder / 'inputs' / IMAGE), grid_of(described['grid']), parse_manifest(described['manifest']), network)
