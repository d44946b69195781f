"""A job in a process of its own: the folder holds job.json and the inputs; results go to out/, events to standard output as lines of JSON.

The worker stays alive whatever happens here, and all memory goes back when the process ends. It ends by itself when the worker is gone: then its standard
input is closed. SIGTERM asks it to hand in a checkpoint and stop.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

from lightship_worker.problems import BadInput, Stopped, is_out_of_memory

FINISHED, STOPPED, FAILED = 0, 75, 1


def run_job(arguments: argparse.Namespace) -> int:
    stopped = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    # Ctrl+C reaches the whole group; the worker decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_worker, daemon=True).start()
    folder: Path = arguments.folder
    job = json.loads((folder / 'job.json').read_text())
    try:
        _KINDS[job['kind']](job, folder, arguments, stopped)
        return FINISHED
    except Stopped:
        return STOPPED
    except BadInput as error:
        _emit({'event': 'failed', 'reason': 'bad_input', 'detail': str(error)[:500], 'again': False})
    except Exception as error:  # noqa: BLE001: whatever it is, the server is told, without texts that may hold a path
        if is_out_of_memory(error):
            _emit({'event': 'failed', 'reason': 'out_of_memory', 'detail': 'The memory of the worker does not suffice', 'again': False})
        else:
            _emit({'event': 'failed', 'reason': 'error', 'detail': _described(error), 'again': True})
    return FAILED


def _train(job: dict[str, Any], folder: Path, arguments: argparse.Namespace, stopped: threading.Event) -> None:
    from lightship_worker.device import machine_of
    from lightship_worker.unet.train import Options, train

    spec, inputs = job['spec'], folder / 'inputs'
    described = {key: spec[key] for key in ('classes', 'channels', 'cases')}
    (inputs / 'dataset.json').write_text(json.dumps(described))
    options = Options(
        machine=machine_of(arguments),
        seed=int(spec['seed']),
        seconds=spec.get('seconds'),
        steps=spec.get('steps'),
        training=spec.get('training'),
        checkpoint_seconds=float(spec.get('checkpointSeconds', 30)),
        clicks=spec['engine'] == 'unet-clicks',
        is_stopped=stopped.is_set,
    )
    checkpoint = inputs / 'checkpoint.bin'
    train(inputs, folder / 'out', folder / 'work', options, _emit, checkpoint if checkpoint.is_file() else None)


def _infer(job: dict[str, Any], folder: Path, arguments: argparse.Namespace, stopped: threading.Event) -> None:
    spec, inputs, out = job['spec'], folder / 'inputs', folder / 'out'
    images = [inputs / name for name in spec['images']]
    if spec.get('manifest') is None:
        from lightship_worker.adapters import run_adapter

        summary = run_adapter(spec, images, folder, job['programs'], stopped)
    else:
        summary = _infer_onnx(spec, inputs, images, out, arguments, stopped)
    (out / 'summary.json').write_text(json.dumps(summary))


def _infer_onnx(
    spec: dict[str, Any], inputs: Path, images: list[Path], out: Path, arguments: argparse.Namespace, stopped: threading.Event
) -> dict[str, Any]:
    from lightship_worker.device import machine_of
    from lightship_worker.model.infer import infer

    def progress(fraction: float) -> None:
        if stopped.is_set():
            raise Stopped
        _emit({'event': 'progress', 'fraction': round(0.05 + 0.9 * fraction, 3), 'message': 'Running the model'})

    manifest = inputs / 'manifest.given.json'
    manifest.write_text(json.dumps(spec['manifest']))
    machine = machine_of(arguments)
    return infer(inputs / spec['model'], manifest, images, out / 'labels.nii.gz', machine, arguments.threads, progress)


_KINDS = {'train': _train, 'infer': _infer}


def _emit(event: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(event) + '\n')
    sys.stdout.flush()


def _described(error: BaseException) -> str:
    """Kind and place in this code. The message itself may name a file."""
    trace, place = error.__traceback__, ''
    while trace is not None:
        module = trace.tb_frame.f_globals.get('__name__', '')
        if module.startswith('lightship_worker'):
            place = f' in {module}, line {trace.tb_lineno}'
        trace = trace.tb_next
    return f'{type(error).__name__}{place}'


def _end_with_worker() -> None:
    while os.read(0, 4096):
        pass
    os._exit(FAILED)
