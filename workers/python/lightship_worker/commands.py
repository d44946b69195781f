"""Arguments of the commands, and what each does. PyTorch is loaded by those that need it."""

from __future__ import annotations

import argparse
import json
import socket
import sys
import tempfile
from pathlib import Path
from typing import Any, Optional

from lightship_worker import VERSION
from lightship_worker.machine import cores
from lightship_worker.problems import BadInput


def parse(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser('lightship_worker', description='Trains and runs networks for Lightship.')
    parser.add_argument('--version', action='version', version=VERSION)
    commands = parser.add_subparsers(dest='command', required=True)

    train = commands.add_parser('train', help='train on a dataset in a folder')
    train.add_argument('folder', type=Path, help='holds dataset.json')
    train.add_argument('out', type=Path)
    budget = train.add_mutually_exclusive_group(required=True)
    budget.add_argument('--seconds', type=float, help='the whole time that it may take')
    budget.add_argument('--steps', type=int, help='repeatable: the same seed gives the same network')
    train.add_argument('--seed', type=int, default=1)
    train.add_argument('--checkpoint', type=Path, help='goes on from here')
    train.add_argument('--clicks', action='store_true', help='a network that corrects masks by clicks')
    _add_machine(train)

    predict = commands.add_parser('predict', help='run a model on an image')
    predict.add_argument('model', type=Path, help='model.onnx, or checkpoint.bin')
    predict.add_argument('manifest', type=Path)
    predict.add_argument('image', type=Path, nargs='+', help='one for each channel, NIfTI')
    predict.add_argument('out', type=Path, help='labels.nii.gz')
    _add_machine(predict)

    click = commands.add_parser('click', help='correct a mask by clicks')
    click.add_argument('model', type=Path, help='model.onnx or checkpoint.bin of a training with --clicks')
    click.add_argument('manifest', type=Path)
    click.add_argument('image', type=Path, nargs='+', help='one for each channel, NIfTI')
    click.add_argument('mask', type=Path, help='the mask so far, NIfTI')
    click.add_argument('out', type=Path, help='NIfTI')
    click.add_argument('--inside', action='append', default=[], type=_place, metavar='COLUMN,ROW,SLICE', help='belongs to the mask; may be repeated')
    click.add_argument('--outside', action='append', default=[], type=_place, metavar='COLUMN,ROW,SLICE', help='does not; may be repeated')
    _add_machine(click)

    serve = commands.add_parser('serve', help='take jobs from a server')
    serve.add_argument('--server', required=True, help='https://…')
    serve.add_argument('--key-file', type=Path, help='holds the key of the worker; else LIGHTSHIP_WORKER_KEY is used')
    serve.add_argument('--name', default=_machine_name(), help='of this worker, as the page shows it; the name of the machine by default')
    serve.add_argument('--work', type=Path, help='folder for jobs; emptied at the start')
    serve.add_argument('--with-input', action='store_true', help='ends when its standard input does: for a server that starts it, and may be killed')
    serve.add_argument('--ca', type=Path, help='certificates of an own authority, PEM')
    serve.add_argument('--totalsegmentator', help='the installed program')
    serve.add_argument('--nnunet', help='the installed program nnUNetv2_predict')
    serve.add_argument('--nnunet-models', type=Path, help='folder of trained models')
    _add_machine(serve)

    job = commands.add_parser('job', help='run one job of a work folder (used by serve)')
    job.add_argument('folder', type=Path)
    _add_machine(job)
    clicks = commands.add_parser('clicks', help='answer clicks of one session of a work folder (used by serve)')
    clicks.add_argument('folder', type=Path)
    _add_machine(clicks)
    return parser.parse_args(words)


def _machine_name() -> str:
    """Letters, digits, dots, hyphens and underscores, as the server takes them."""
    name = ''.join(letter if letter.isascii() and (letter.isalnum() or letter in '._-') else '-' for letter in socket.gethostname())
    return name.strip('._-')[:64] or 'worker'


def _add_machine(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('--threads', type=int, default=cores())
    parser.add_argument('--device', choices=['auto', 'cpu', 'cuda'], default='auto')
    parser.add_argument('--memory-mb', type=int, default=0, help='what a training may use; half of what is free by default')


def run(arguments: argparse.Namespace) -> int:
    """The exit code."""
    commands = {'train': _train, 'predict': _predict, 'click': _click, 'serve': _serve, 'job': _job, 'clicks': _clicks}
    try:
        return commands[arguments.command](arguments)
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2


def _train(arguments: argparse.Namespace) -> int:
    from lightship_worker.device import machine_of
    from lightship_worker.unet.train import Options, train

    options = Options(machine_of(arguments), arguments.seed, arguments.seconds, arguments.steps, clicks=arguments.clicks)
    with tempfile.TemporaryDirectory() as work:
        report = train(arguments.folder, arguments.out, Path(work), options, _print, arguments.checkpoint)
    _print({'event': 'report', **{key: report[key] for key in ('seconds', 'mean', 'deviation')}, 'steps': report['settings']['steps']})
    return 0


def _predict(arguments: argparse.Namespace) -> int:
    from lightship_worker.device import machine_of
    from lightship_worker.model.infer import infer

    summary = infer(arguments.model, arguments.manifest, arguments.image, arguments.out, machine_of(arguments), arguments.threads)
    _print(summary)
    return 0


def _click(arguments: argparse.Namespace) -> int:
    from lightship_worker.device import machine_of
    from lightship_worker.model.infer import correct_by_clicks

    clicks = [(*place, True) for place in arguments.inside] + [(*place, False) for place in arguments.outside]
    files = (arguments.model, arguments.manifest, arguments.image, arguments.mask, arguments.out)
    _print(correct_by_clicks(*files, clicks, machine_of(arguments), arguments.threads))
    return 0


def _place(text: str) -> tuple[int, int, int]:
    column, row, slice_ = (int(part) for part in text.split(','))
    return column, row, slice_


def _serve(arguments: argparse.Namespace) -> int:
    from lightship_worker.serve import serve

    return serve(arguments)


def _job(arguments: argparse.Namespace) -> int:
    from lightship_worker.job import run_job

    return run_job(arguments)


def _clicks(arguments: argparse.Namespace) -> int:
    from lightship_worker.click_process import run_clicks

    return run_clicks(arguments)


def _print(event: dict[str, Any], to: Optional[Any] = None) -> None:
    print(json.dumps(event), flush=True, file=to)
