"""Programs that somebody else made, run as child processes where they are installed. A job names one of their models."""

from __future__ import annotations

import argparse
import shutil
import threading
from pathlib import Path
from typing import Any, Sequence

from lightship_worker.adapters.nnunet import models_of_nnunet, run_nnunet
from lightship_worker.adapters.totalsegmentator import MODELS, run_totalsegmentator
from lightship_worker.problems import BadInput


def programs_of(arguments: argparse.Namespace) -> dict[str, str]:
    """Paths of what is installed, and the folder of nnU-Net's models."""
    total = arguments.totalsegmentator or shutil.which('TotalSegmentator')
    nnunet = (arguments.nnunet or shutil.which('nnUNetv2_predict')) if arguments.nnunet_models else None
    programs = {'totalsegmentator': total} if total else {}
    return {**programs, 'nnunet': nnunet, 'nnunetModels': str(arguments.nnunet_models)} if nnunet else programs


def models_of(programs: dict[str, str]) -> list[str]:
    """Names of models that these programs bring."""
    total = list(MODELS) if 'totalsegmentator' in programs else []
    return total + (sorted(models_of_nnunet(Path(programs['nnunetModels']))) if 'nnunet' in programs else [])


def run_adapter(spec: dict[str, Any], images: Sequence[Path], folder: Path, programs: dict[str, str], stopped: threading.Event) -> dict[str, Any]:
    """Writes out/labels.nii.gz and returns the summary. `spec` names the model. Raises BadInput, Stopped."""
    model = str(spec['model'])
    if model not in models_of(programs):
        raise BadInput('The program of this model is not installed on this worker')
    run = run_totalsegmentator if model in MODELS else run_nnunet
    return run(model, images, folder, programs, stopped)
