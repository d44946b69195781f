"""Reads a frozen dataset of Lightship into arrays, and writes masks back. One file; needs Python 3.9 or later and numpy.

    from lightship_dataset import Server, open_dataset
    server = Server('https://team.imaging.hospital.org', 'ann@hospital.org', password)
    with open_dataset('prostate-v3.zip') as dataset:
        for case in dataset.cases:
            images = [dataset.image(case, channel) for channel in range(len(dataset.channels))]
            mask = dataset.mask(case)           # mask.voxels: [columns, rows, slices], mask.affine: 4 x 4, to mm
            server.put_mask(dataset, case, better(images, mask))

Arrays are indexed [column, row, slice], as in nibabel. An affine takes (column, row, slice, 1) to (x, y, z, 1) in mm, x to the right of the patient, y to
anterior and z to superior.
"""

from __future__ import annotations

import gzip
import hashlib
import http.client
import json
import re
import ssl
import struct
import urllib.error
import urllib.request
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

import numpy as np

MOST_VOXELS = 2**31
"""More in one image is refused: a header can claim any size."""


class DatasetError(Exception):
    """A file is not what the dataset says. The message names no patient."""


class MaskChanged(Exception):
    """Somebody has drawn since the version was frozen. Nothing was written."""


class Refused(Exception):
    """The server refused a call. The message is the server's; `status`: of HTTP."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Volume:
    """Voxels [columns, rows, slices] and the affine of their centres, 4 x 4, to mm (right, anterior, superior)."""

    voxels: np.ndarray
    affine: np.ndarray

    @property
    def spacing(self) -> np.ndarray:
        """mm between columns, rows and slices."""
        return np.linalg.norm(self.affine[:3, :3], axis=0)


@dataclass(frozen=True)
class Case:
    """A case of the dataset; paths are relative to it. `part` is train, validation or test.

    `study` and `segmentation` are UUIDs, `operation` the number of the last operation that is in the mask, and `segment_values` has the value of each class in
    the segmentation. They are missing in datasets that are not from Lightship.
    """

    id: str
    part: str
    images: tuple[str, ...]
    mask: Optional[str]
    study: Optional[str] = None
    segmentation: Optional[str] = None
    operation: int = 0
    segment_values: tuple[int, ...] = ()


# Datasets


class Dataset:
    """A dataset in a folder or zip. Files are checked against the hashes of the frozen version, if it has them, whenever they are read."""

    def __init__(self, files: _Folder | _Zip) -> None:
        self._files = files
        self.frozen = _json_of(files, 'frozen.json')
        described = self.frozen if self.frozen is not None and 'cases' in self.frozen else _json_of(files, 'dataset.json')
        if described is None or 'cases' not in described:
            raise DatasetError('There is neither a frozen.json nor a dataset.json with cases')
        self.classes: list[dict[str, Any]] = described['classes']
        self.channels = [{'name': item} if isinstance(item, str) else dict(item) for item in described['channels']]
        self.cases = [_case_of(case) for case in described['cases'] if not case.get('withdrawn')]
        self.hashes = _hashes_of(described)

    def image(self, case: Case, channel: int = 0) -> Volume:
        """Values of the modality, float32."""
        return read_nifti(self.read(case.images[channel]))

    def mask(self, case: Case) -> Volume:
        """Class values, uint8; 0 is the background."""
        if case.mask is None:
            raise DatasetError('This case has no mask')
        mask = read_nifti(self.read(case.mask))
        return Volume(np.rint(mask.voxels).astype(np.uint8), mask.affine)

    def read(self, path: str) -> bytes:
        """Bytes of a file. Raises DatasetError if it is missing or not the one that was frozen."""
        data = self._files.read(path)
        expected = self.hashes.get(path)
        if expected is not None and hashlib.sha256(data).hexdigest() != expected:
            raise DatasetError('A file is not the one that was frozen')
        return data

    def verify(self) -> int:
        """Reads every file that has a hash. Returns how many; raises DatasetError at the first that differs."""
        for path in self.hashes:
            self.read(path)
        return len(self.hashes)

    def close(self) -> None:
        self._files.close()

    def __enter__(self) -> Dataset:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_dataset(path: str | Path) -> Dataset:
    """A folder, or a zip as it was downloaded."""
    return Dataset(_Folder(Path(path)) if Path(path).is_dir() else _Zip(Path(path)))


class _Folder:
    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def has(self, path: str) -> bool:
        return (self.root / path).is_file()

    def read(self, path: str) -> bytes:
        file = (self.root / path).resolve()
        if self.root not in file.parents or not file.is_file():
            raise DatasetError('A file of the dataset is missing')
        return file.read_bytes()

    def close(self) -> None:
        pass


class _Zip:
    def __init__(self, file: Path) -> None:
        try:
            self.zip = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, OSError) as error:
            raise DatasetError('This is no zip file that can be read') from error

    def has(self, path: str) -> bool:
        return path in self.zip.namelist()

    def read(self, path: str) -> bytes:
        try:
            return self.zip.read(path)
        except (KeyError, zipfile.BadZipFile, zlib.error) as error:
            raise DatasetError('A file of the dataset is missing or damaged') from error

    def close(self) -> None:
        self.zip.close()


def _case_of(case: dict[str, Any]) -> Case:
    back = (case.get('study'), case.get('segmentation'), int(case.get('operation') or 0), tuple(case.get('segment_values') or ()))
    return Case(str(case['id']), case['part'], tuple(case['images']), case.get('mask'), *back)


def _json_of(files: _Folder | _Zip, name: str) -> Optional[dict[str, Any]]:
    return json.loads(files.read(name)) if files.has(name) else None


def _hashes_of(described: dict[str, Any]) -> dict[str, str]:
    """SHA-256 in hex by path, as frozen.json has them at each case."""
    hashes: dict[str, str] = {}
    for case in described['cases']:
        hashes.update(zip(case['images'], case.get('images_sha256') or []))
        if case.get('mask') and case.get('mask_sha256'):
            hashes[case['mask']] = case['mask_sha256']
    return hashes


# NIfTI

_TYPES = {2: 'u1', 4: 'i2', 8: 'i4', 16: 'f4', 64: 'f8', 256: 'i1', 512: 'u2', 768: 'u4', 1024: 'i8', 1280: 'u8'}


def read_nifti(source: bytes | str | Path) -> Volume:
    """A NIfTI-1 or NIfTI-2 file of one volume, gzip or not. Voxels as float32, slope and intercept applied. Raises DatasetError."""
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    if data[:2] == b'\x1f\x8b':
        data = _unzipped(data)
    order, header = _header_of(data)
    size, count = header['size'], int(np.prod([int(length) for length in header['size']]))
    kind = np.dtype(order + _TYPES[header['type']])
    if len(data) < header['offset'] + count * kind.itemsize:
        raise DatasetError('The image is cut off')
    voxels = np.frombuffer(data, kind, count, header['offset']).astype(np.float32).reshape(size, order='F')
    slope, intercept = header['slope'], header['intercept']
    if np.isfinite([slope, intercept]).all() and slope != 0 and (slope, intercept) != (1, 0):
        voxels = voxels * np.float32(slope) + np.float32(intercept)
    if not np.isfinite(voxels).all():
        voxels = np.nan_to_num(voxels, nan=0, posinf=0, neginf=0)
    return Volume(voxels, header['affine'])


def _unzipped(data: bytes) -> bytes:
    """Stops after the length that the header names, so that a small file cannot fill the memory."""
    try:
        head = _inflated(data, 1024)
        order, header = _header_of(head)
        count = int(np.prod([int(length) for length in header['size']]))
        return _inflated(data, header['offset'] + count * np.dtype(_TYPES[header['type']]).itemsize)
    except (OSError, EOFError, zlib.error) as error:
        raise DatasetError('The image is damaged') from error


def _inflated(data: bytes, most: int) -> bytes:
    import io

    with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
        return file.read(most)


def _header_of(data: bytes) -> tuple[str, dict[str, Any]]:
    """Byte order and the fields that are used: size, type, offset, slope, intercept, affine."""
    for order in '<>':
        length = struct.unpack(order + 'i', data[:4])[0] if len(data) >= 4 else 0
        if length == 348 and len(data) >= 348:
            return order, _checked(_fields_1(data, order))
        if length == 540 and len(data) >= 540:
            return order, _checked(_fields_2(data, order))
    raise DatasetError('This is no NIfTI file')


def _fields_1(data: bytes, order: str) -> dict[str, Any]:
    at = lambda kind, offset: struct.unpack_from(order + kind, data, offset)  # noqa: E731
    qform, sform = at('2h', 252)
    return {
        'dim': at('8h', 40), 'type': at('h', 70)[0], 'pixdim': at('8f', 76), 'offset': int(at('f', 108)[0]), 'slope': at('f', 112)[0],
        'intercept': at('f', 116)[0], 'qform': qform, 'sform': sform, 'quaternion': at('6f', 256), 'rows': at('12f', 280),
    }  # fmt: skip


def _fields_2(data: bytes, order: str) -> dict[str, Any]:
    at = lambda kind, offset: struct.unpack_from(order + kind, data, offset)  # noqa: E731
    qform, sform = at('2i', 344)
    return {
        'dim': at('8q', 16), 'type': at('h', 12)[0], 'pixdim': at('8d', 104), 'offset': int(at('q', 168)[0]), 'slope': at('d', 176)[0],
        'intercept': at('d', 184)[0], 'qform': qform, 'sform': sform, 'quaternion': at('6d', 352), 'rows': at('12d', 400),
    }  # fmt: skip


def _checked(fields: dict[str, Any]) -> dict[str, Any]:
    axes, *lengths = fields['dim']
    if not 1 <= axes <= 7 or any(length > 1 for length in lengths[3:axes]):
        raise DatasetError('The image has more than one volume')
    size = tuple(max(1, length) if axis < axes else 1 for axis, length in enumerate(lengths[:3]))
    if int(np.prod([int(length) for length in size])) > MOST_VOXELS:
        raise DatasetError('The image is too large')
    if fields['type'] not in _TYPES or fields['offset'] < 0:
        raise DatasetError('The image has a type of voxels that is not supported')
    return {**fields, 'size': size, 'affine': _affine_of(fields)}


def _affine_of(fields: dict[str, Any]) -> np.ndarray:
    """The sform if there is one, else the qform, else the spacing alone."""
    affine = np.eye(4)
    if fields['sform'] > 0:
        affine[:3] = np.reshape(fields['rows'], (3, 4))
    else:
        spacing = [abs(value) or 1.0 for value in fields['pixdim'][1:4]]
        affine[:3, :3] = np.diag(spacing)
        if fields['qform'] > 0:
            b, c, d, *offset = fields['quaternion']
            affine[:3, :3] = _rotation(b, c, d) @ np.diag([spacing[0], spacing[1], spacing[2] * (-1 if fields['pixdim'][0] < 0 else 1)])
            affine[:3, 3] = offset
    if not np.isfinite(affine).all() or abs(np.linalg.det(affine[:3, :3])) < 1e-9:
        raise DatasetError('The image has no usable position in space')
    return affine


def _rotation(b: float, c: float, d: float) -> np.ndarray:
    """Of the quaternion of a NIfTI header, whose first part is not stored."""
    a = np.sqrt(max(0.0, 1 - b * b - c * c - d * d))
    return np.array(
        [
            [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
            [2 * (b * c + a * d), a * a + c * c - b * b - d * d, 2 * (c * d - a * b)],
            [2 * (b * d - a * c), 2 * (c * d + a * b), a * a + d * d - b * b - c * c],
        ]
    )


def nifti_bytes(volume: Volume) -> bytes:
    """A NIfTI-1 file, gzip. Voxels of type uint8, int16 or float32 are stored as they are. The same volume gives the same bytes."""
    codes = {'uint8': 2, 'int16': 4, 'float32': 16}
    kind = volume.voxels.dtype.name
    if kind not in codes or volume.voxels.ndim != 3:
        raise DatasetError('Voxels must be uint8, int16 or float32, in three dimensions')
    header = bytearray(352)
    put = lambda kind, offset, *values: struct.pack_into('<' + kind, header, offset, *values)  # noqa: E731
    put('i', 0, 348)
    put('8h', 40, 3, *volume.voxels.shape, 1, 1, 1, 1)
    put('2h', 70, codes[kind], volume.voxels.dtype.itemsize * 8)
    put('8f', 76, 1, *volume.spacing, 1, 1, 1, 1)
    put('3f', 108, 352, 1, 0)
    header[123] = 2  # mm
    put('2h', 252, 0, 1)
    put('12f', 280, *volume.affine[:3].ravel())
    header[344:348] = b'n+1\0'
    voxels = volume.voxels.astype(volume.voxels.dtype.newbyteorder('<')).tobytes(order='F')
    return gzip.compress(bytes(header) + voxels, 6, mtime=0)


# Masks back to the server


class Server:
    """A server, signed in to. What is written is written in the name of that person, with that person's rights."""

    def __init__(self, address: str, email: str, password: str, team: Optional[str] = None, context: Optional[ssl.SSLContext] = None) -> None:
        """`address`: of the team, such as https://team.imaging.hospital.org; or of another host of the server, with the short name of the team."""
        self._address = address.rstrip('/')
        if not re.match(r'https://|http://(localhost|127\.0\.0\.1|\[::1\])(:|$)', self._address):
            raise ValueError('The address must begin with https://, because the password is sent there')
        self._context = context
        self._headers: dict[str, str] = {} if team is None else {'Team': team}
        body = json.dumps({'email': email, 'password': password}).encode()
        self._headers['Authorization'] = f"Bearer {self._ask('POST', 'login', body, 'application/json')['token']}"

    def mask(self, study: str, segmentation: str) -> tuple[Volume, int]:
        """A whole mask as it is now, on the volume of its series, and its revision. Values are those of the segments. Both are UUIDs."""
        with self._open('GET', f'v2/mask/{study}/{segmentation}') as answer:
            return read_nifti(answer.read()), int(answer.headers['ETag'].strip('"'))

    def put_mask(self, dataset: Dataset, case: Case, mask: Volume, revision: Optional[int] = None) -> int:
        """Writes a whole mask, with the classes of the dataset as values, over the one that was frozen. Returns the revision that it has now.

        `revision`: what an earlier call returned, to write over that. Only voxels that differ are changed. May be repeated.
        Raises MaskChanged if somebody has drawn since, and Refused.
        """
        if case.segmentation is None or len(case.segment_values) != len(dataset.classes):
            raise DatasetError('This case does not say which mask it has')
        values = np.zeros(256, np.int16)
        values[[int(each['value']) for each in dataset.classes]] = case.segment_values
        known = {0, *(int(each['value']) for each in dataset.classes)}
        if not known.issuperset(np.unique(mask.voxels).tolist()):
            raise DatasetError('The mask has values that are no classes of the dataset')
        data = nifti_bytes(Volume(values[mask.voxels.astype(np.uint8)], mask.affine))
        order = ','.join(str(value) for value in case.segment_values)
        path = f'v2/mask/{case.study}/{case.segmentation}?order={order}'
        seen = case.operation if revision is None else revision
        return int(self._ask('PUT', path, data, 'application/gzip', {'If-Match': f'"{seen}"'})['data']['revision'])

    def sign_out(self) -> None:
        self._ask('POST', 'logout', b'', 'application/json')

    def _ask(self, method: str, path: str, data: bytes, kind: str, headers: Optional[dict[str, str]] = None) -> dict[str, Any]:
        with self._open(method, path, data, {'Content-Type': kind, **(headers or {})}) as answer:
            return json.loads(answer.read() or b'{}')

    def _open(self, method: str, path: str, data: Optional[bytes] = None, headers: Optional[dict[str, str]] = None) -> http.client.HTTPResponse:
        request = urllib.request.Request(f'{self._address}/api/{path}', data=data, method=method)
        # Not sent again where a redirect leads.
        for name, value in {**self._headers, **(headers or {})}.items():
            request.add_unredirected_header(name, value)
        try:
            return urllib.request.urlopen(request, timeout=600, context=self._context)
        except urllib.error.HTTPError as error:
            if error.code == 412:
                raise MaskChanged('Somebody has drawn since') from error
            raise Refused(error.code, _message_of(error.read())) from error


def _message_of(body: bytes) -> str:
    """What a refusal says, and of which field."""
    try:
        said = json.loads(body)
        fields = '; '.join(f'{field}: {" ".join(why)}' for field, why in (said.get('errors') or {}).items())
        return f"{said['message']} {fields}".strip()
    except (ValueError, KeyError, AttributeError, TypeError):
        return 'The server refused this'
