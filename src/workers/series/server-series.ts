import { isNoSlice, type NoSlice } from '#model/pictures/no-slice.ts';
import { callApi, fetchBytes, isNetworkError } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS, type Calls } from '#contract/calls.ts';
import type { SeriesFile } from '#contract/study-detail.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { keptFiles } from '#localdb/kept-copies/kept-files.ts';
import { keptObject } from '#localdb/kept-copies/offline-objects.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { BlockSource } from './block-source.ts';
import { DicomStack, type StackFile } from './dicom-stack.ts';
import type { SliceReader } from './slice-reader.ts';
import { VolumeSlices } from './volume-slices.ts';

/** Copies on this device are used first: they are available offline and immediately. */
export interface ServerBytes {
  db: LocalDb;
  device: DeviceKey;
}

/** A volume that the server converted from a series. */
export async function openVolume(bytes: ServerBytes, volumeId: number): Promise<SliceReader | NoSlice> {
  return VolumeSlices.open(await openObject(bytes, 'volume', volumeId));
}

/** A series from its original files. */
export async function openOriginals(bytes: ServerBytes, seriesUuid: string, codecs: Codecs): Promise<SliceReader | NoSlice> {
  const files = await originalFiles(bytes, seriesUuid);
  return isNoSlice(files) ? files : DicomStack.open(files, codecs);
}

/** The original files of a series, in the order in which the server read them. None is opened yet. */
export async function originalFiles(bytes: ServerBytes, seriesUuid: string): Promise<StackFile[] | NoSlice> {
  const files = (await keptFiles(bytes.db, bytes.device, seriesUuid)) ?? (await fetchFiles(seriesUuid));
  if (isNoSlice(files)) return files;
  if (files.length === 0) return { noPicture: 'gone' };
  return files.map(({ id, frames }) => ({ frames, open: () => openObject(bytes, 'file', id) }));
}

async function fetchFiles(seriesUuid: string): Promise<SeriesFile[] | NoSlice> {
  const files = await callApi(CALLS.seriesFiles, { params: { uuid: seriesUuid }, quiet: true });
  return files.ok ? files.value.data : { noPicture: reasonOf(files.failure) };
}

type ByteCall = Calls['volumeFile' | 'originalFile' | 'volumeBricks'];
const CALL_OF = { volume: CALLS.volumeFile, file: CALLS.originalFile } satisfies Record<string, ByteCall>;

async function openObject({ db, device }: ServerBytes, kind: 'volume' | 'file', id: number): Promise<ByteSource | NoSlice> {
  const kept = await keptObject(db, device, `${kind}:${id}`);
  if (kept) {
    const { size } = kept;
    return { size, read: (offset, length) => kept.read(offset, Math.max(0, Math.min(length, size - offset))) };
  }
  try {
    return await BlockSource.open((offset, length) => fetchRange(CALL_OF[kind], id, offset, length));
  } catch (error) {
    const reason = serverReason(error);
    if (reason) return reason;
    throw error;
  }
}

/** Bytes of an object on the server, and the size of the whole. Throws what `serverReason` explains. */
export async function fetchRange(call: ByteCall, id: number, offset: number, length: number): Promise<{ bytes: Uint8Array; size: number }> {
  const answer = await fetchBytes(call, { params: { id: String(id) }, range: { offset, length }, quiet: true });
  if (!answer.ok) throw new ServerFailureError(answer.failure);
  return readBody(answer.value);
}

async function readBody(answer: Response): Promise<{ bytes: Uint8Array; size: number }> {
  try {
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return { bytes, size: Number(/\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '')?.[1]) };
  } catch (error) {
    // A truncated body means that the network was lost.
    if (isNetworkError(error)) throw new ServerFailureError({ kind: 'network' });
    throw error;
  }
}

class ServerFailureError extends Error {
  override readonly name = 'ServerFailureError';
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** Why bytes of the server did not arrive; null for any other error. */
export function serverReason(error: unknown): NoSlice | null {
  return error instanceof ServerFailureError ? { noPicture: reasonOf(error.failure) } : null;
}

function reasonOf(failure: ApiFailure): 'unreachable' | 'refused' | 'gone' {
  if (failure.kind !== 'refused') return 'unreachable';
  if (failure.status === 404 || failure.status === 410) return 'gone';
  return failure.status === 401 || failure.status === 403 ? 'refused' : 'unreachable';
}
