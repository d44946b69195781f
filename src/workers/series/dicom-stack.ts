import { type NoSlice, isNoSlice } from '#model/pictures/no-slice.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import { framesInPlace, type FrameInPlace } from '#imaging/dicom/header/describe-frames.ts';
import { readFields } from '#imaging/dicom/header/read-fields.ts';
import { readDicomHeader, type ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { readVideo, VideoDamagedError } from '#imaging/dicom/pixels/read-video.ts';
import { refusalToNoTile } from '#imaging/no-picture.ts';
import type { ReadSlice, SliceReader } from './slice-reader.ts';
import { isVideo, videoKind, type VideoKind } from '#model/pictures/video.ts';
import type { SliceField, SliceVideo } from './types.ts';

/** A file of a series, in the order of its slices. */
export interface StackFile {
  /** Null: unknown until its header is read. */
  frames: number | null;
  open(): Promise<ByteSource | NoSlice>;
}

/** Headers that stay open: one is enough for a cine, and a stack needs those around the current slice. */
const MOST_HEADERS = 8;

/** Slices of DICOM files: one per file, or all frames of all files, in spatial order. */
export class DicomStack implements SliceReader {
  readonly slices: number;
  readonly isCine: boolean;
  readonly #places: readonly Place[];
  readonly #codecs: Codecs;
  readonly #headers = new Map<StackFile, Promise<OpenedHeader | NoSlice>>();

  private constructor(places: readonly Place[], codecs: Codecs) {
    this.#places = places;
    this.#codecs = codecs;
    this.slices = places.length;
    this.isCine = places.some(({ frame }) => frame > 0);
  }

  static async open(files: readonly StackFile[], codecs: Codecs): Promise<DicomStack> {
    const places: Place[] = [];
    for (const file of files) {
      const frames = file.frames ?? (await countFrames(file));
      for (let frame = 0; frame < frames; frame += 1) places.push({ file, frame });
    }
    return new DicomStack(places, codecs);
  }

  async read(slice: number): Promise<ReadSlice | NoSlice> {
    const found = await this.#find(slice);
    if (isNoSlice(found)) return found;
    const { header, inFile } = found;
    const decoded = await decodeFrame(header.source, inFile.description, inFile.frame, this.#codecs);
    return decoded.ok
      ? { frame: decoded.frame, frameInFile: inFile.frame, description: inFile.description, startWindow: null }
      : refusalToNoTile(decoded);
  }

  async describe(slice: number): Promise<Pick<ReadSlice, 'description' | 'frameInFile'> | NoSlice> {
    const found = await this.#find(slice);
    return isNoSlice(found) ? found : { description: found.inFile.description, frameInFile: found.inFile.frame };
  }

  async fields(slice: number): Promise<SliceField[] | NoSlice> {
    const found = await this.#find(slice);
    return isNoSlice(found) ? found : readFields(found.header, found.inFile.frame);
  }

  async video(slice: number): Promise<SliceVideo | NoSlice> {
    const found = await this.#find(slice);
    if (isNoSlice(found)) return found;
    const { source, description } = found.header;
    if (!description.pixelData || !isVideo(description.transferSyntaxUid)) return { noPicture: 'pixels' };
    try {
      // The browser keeps the parts of a large file on its disk.
      const parts: Blob[] = [];
      let kind: VideoKind | null = null;
      for await (const bytes of readVideo(source, description.pixelData)) {
        kind ??= videoKind(description.transferSyntaxUid, bytes);
        parts.push(new Blob([bytes]));
      }
      return kind === null ? { noPicture: 'damaged' } : { ...kind, file: new Blob(parts, { type: kind.type }) };
    } catch (error) {
      if (error instanceof VideoDamagedError) return { noPicture: 'damaged' };
      throw error;
    }
  }

  async #find(slice: number): Promise<{ header: ReadHeader; inFile: FrameInPlace } | NoSlice> {
    const place = this.#places[slice];
    if (!place) return { noPicture: 'damaged' };
    const opened = await this.#header(place.file);
    return isNoSlice(opened) ? opened : { header: opened.header, inFile: opened.frameAt(place.frame) };
  }

  #header(file: StackFile): Promise<OpenedHeader | NoSlice> {
    const opened = this.#headers.get(file) ?? openHeader(file);
    // The most recently requested header is kept longest.
    this.#headers.delete(file);
    this.#headers.set(file, opened);
    const forget = () => this.#headers.delete(file);
    // What could not be read may be available next time.
    opened.then((answer) => isNoSlice(answer) && forget()).catch(forget);
    const [oldest] = this.#headers.keys();
    if (oldest && this.#headers.size > MOST_HEADERS) this.#headers.delete(oldest);
    return opened;
  }
}

interface Place {
  file: StackFile;
  frame: number;
}

interface OpenedHeader {
  header: ReadHeader;
  frameAt: (place: number) => FrameInPlace;
}

async function openHeader(file: StackFile): Promise<OpenedHeader | NoSlice> {
  const source = await file.open();
  if (isNoSlice(source)) return source;
  const header = await readDicomHeader(source);
  return header.ok ? { header, frameAt: await framesInPlace(header) } : { noPicture: 'damaged' };
}

/** An unreadable file counts as one slice, which shows the reason. */
async function countFrames(file: StackFile): Promise<number> {
  const source = await file.open();
  if (isNoSlice(source)) return 1;
  const header = await readDicomHeader(source);
  return header.ok ? header.description.numberOfFrames : 1;
}
