import { fetchBytes } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import { frameAtPlace } from '#imaging/dicom/header/describe-frames.ts';
import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import { readDicomHeader, type ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { drawInstance, drawVolumeSlice } from '#imaging/draw-picture.ts';
import { isGzip } from '#imaging/gzip/gunzip.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { createAreaSource } from './area-source.ts';
import { pictureType, textOf } from './file-kind.ts';
import type { AreaFile, NoPreview, Tile } from './types.ts';

/** Shown text. */
const TEXT_BYTES = 64 * 1024;
const PICTURE_BYTES = 32 * 1024 ** 2;
/** The middle slice of a compressed volume is behind half of its bytes. */
const COMPRESSED_BYTES = 256 * 1024 ** 2;
const DRAWN_PX = 640;

type Read = Extract<Awaited<ReturnType<typeof readNifti>>, { ok: true }>;
type Opened = { kind: 'nifti'; read: Read } | { kind: 'dicom'; header: ReadHeader };

/**
 * Shows files of the file manager (PCALL-207): what they are is found by their content, not by their names. The last one stays open, so that its
 * other slices are drawn without asking for it again.
 */
export class AreaFiles {
  readonly #codecs: Codecs;
  #last: { path: string; opened: Opened } | null = null;

  constructor(codecs: Codecs) {
    this.#codecs = codecs;
  }

  /** Throws if the server does not give its bytes. */
  async open(path: string, size: number): Promise<AreaFile> {
    this.#last = null;
    if (size === 0) return { kind: 'empty' };
    const source = createAreaSource(size, (offset, length) => readPiece(path, offset, length));
    const head = await source.read(0, TEXT_BYTES);
    const type = pictureType(head);
    if (type !== null) return size > PICTURE_BYTES ? { kind: 'too-large' } : { kind: 'picture', type, bytes: await source.read(0, size) };
    if (isGzip(head) && size > COMPRESSED_BYTES) return { kind: 'too-large' };
    return (await this.#openImage(path, source)) ?? shownText(head, size) ?? { kind: 'unknown' };
  }

  /** One slice of the file that was opened last. */
  async slice(path: string, slice: number): Promise<Tile | NoPreview> {
    const opened = this.#last?.path === path ? this.#last.opened : null;
    if (opened === null) return { noPicture: 'gone' };
    const options = { maxSize: DRAWN_PX };
    return opened.kind === 'nifti'
      ? drawVolumeSlice(opened.read, slice, options)
      : drawInstance(opened.header, slice, this.#codecs, options);
  }

  async #openImage(path: string, source: ByteSource): Promise<AreaFile | null> {
    const read = await readNifti(source);
    if (read.ok) {
      this.#last = { path, opened: { kind: 'nifti', read } };
      const { version, datatype, columns, rows, slices, volumes, spacingMm, letters } = read.header;
      return {
        kind: 'image',
        format: `NIfTI-${version}, ${datatype.name}`,
        size: [columns, rows, slices / volumes],
        spacingMm,
        axes: letters,
        volumes,
        slices,
      };
    }
    if (read.why !== 'not-nifti') return null;
    const header = await readDicomHeader(source);
    if (!header.ok) return null;
    this.#last = { path, opened: { kind: 'dicom', header } };
    return describedDicom(header);
  }
}

async function describedDicom(header: ReadHeader): Promise<AreaFile> {
  const { description } = await frameAtPlace(header, 0);
  const { modality, bitsStored, rows, columns, numberOfFrames, pixelSpacing, spacingBetweenSlices, sliceThickness } = description;
  return {
    kind: 'image',
    format: ['DICOM', modality, `${bitsStored} bits`].filter(Boolean).join(', '),
    size: [columns, rows, numberOfFrames],
    spacingMm: [pixelSpacing?.[1] ?? null, pixelSpacing?.[0] ?? null, spacingBetweenSlices ?? sliceThickness],
    axes: '',
    volumes: 1,
    slices: Math.max(1, numberOfFrames),
  };
}

function shownText(head: Uint8Array, size: number): AreaFile | null {
  const text = textOf(head, head.length < size);
  return text === null ? null : { kind: 'text', text, isCut: head.length < size };
}

async function readPiece(path: string, offset: number, length: number): Promise<Uint8Array> {
  const answer = valueOf(await fetchBytes(CALLS.readFile, { body: { path, offset, length }, quiet: true }));
  return new Uint8Array(await answer.arrayBuffer());
}
