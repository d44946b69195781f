import type { ByteSource } from '#imaging/byte-source.ts';
import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import { boundsOf, countVoxels, emptyBits, isEmpty, isInside, type Bits } from '#imaging/mask/bits/bits.ts';
import { boxToBytes } from '#imaging/mask/bits/slices.ts';
import { runsToBits } from '#imaging/mask/bits/change.ts';
import { diceOf, overlapOf } from '#imaging/mask/compare/overlap.ts';
import { copyToGrid } from '#imaging/mask/tools/copy.ts';
import { gridSize, patientToVoxel, voxelSpaceOf, voxelToPatient, voxelVolumeMl, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { isNoSlice, type NoSlice } from '#model/pictures/no-slice.ts';
import type { OpenMask } from '#workers/masks/open-mask.ts';
import type { MaskSource } from '#workers/masks/types.ts';
import type { StackFile } from '#workers/series/dicom-stack.ts';
import { toNoSlice } from '#workers/series/series-opener.ts';
import { addToMask, type ReachedMasks } from './add-to-mask.ts';
import type {
  ImportChoice,
  Imported,
  ImportRead,
  ImportRefusal,
  ImportRequest,
  ImportSource,
  MaskCopied,
  MaskCopy,
} from './import-types.ts';
import { readArriving, type Arriving, type NamedSource } from './read-arriving.ts';

export interface OverlayPorts {
  codecs: Codecs;
  /** Of a series that arrived with the study. */
  files(series: string): Promise<StackFile[] | NoSlice>;
  /** Lets other requests of the page be answered. */
  nextTask(): Promise<void>;
}

interface ImportPorts extends ReachedMasks {
  overlays: OverlayPorts | null;
  opened(segmentation: string): { mask: OpenMask; source: MaskSource } | null;
}

/** What was read for a segmentation; `arriving` is null while it is read. */
interface Reading {
  id: string;
  arriving: Arriving | null;
}

/** Segments on their way into open segmentations, from files and from other series. */
export class MaskImports {
  readonly #ports: ImportPorts;
  readonly #readings = new Map<string, Reading>();

  constructor(ports: ImportPorts) {
    this.#ports = ports;
  }

  async read(segmentation: string, { source, studyUid }: ImportRequest, onPart: (part: number) => void): Promise<ImportRead> {
    const opened = this.#ports.opened(segmentation);
    if (opened === null) return { ok: false, why: 'closed' };
    const reading: Reading = { id: crypto.randomUUID(), arriving: null };
    this.#readings.set(segmentation, reading);
    const goesOn = (): boolean => this.#readings.get(segmentation) === reading;
    const { grid } = opened.source;
    const { overlays } = this.#ports;
    const step = async (part: number): Promise<boolean> => {
      onPart(part);
      await overlays?.nextTask();
      return goesOn();
    };
    const found = await this.#arriving(source, { grid, studyUid, codecs: overlays?.codecs ?? null, step });
    if (!goesOn()) return { ok: false, why: 'cancelled' };
    if (typeof found === 'string') {
      this.drop(segmentation);
      return { ok: false, why: found };
    }
    reading.arriving = found;
    const space = voxelSpaceOf(grid);
    const { segments, isResampled, isCut, isOtherStudy, isUnnamed, contoursLeft } = found;
    return {
      ...{ ok: true, reading: reading.id, isResampled, isCut, isOtherStudy, isUnnamed, contoursLeft },
      segments: segments.map(({ name, colour, codes, bits }, key) => {
        const voxels = countVoxels(bits);
        return { key, name, colour, codes, voxels, ml: space && voxels * voxelVolumeMl(space) };
      }),
    };
  }

  /** Forgets what was read, or ends the reading. */
  drop(segmentation: string): void {
    this.#readings.delete(segmentation);
  }

  /** How much of what was read is still drawn, as a Dice coefficient. */
  async diceWith(segmentation: string, { reading: id, key, segment }: { reading: string; key: number; segment: string }) {
    const opened = this.#ports.opened(segmentation);
    const reading = this.#readings.get(segmentation);
    const read = (reading?.id === id ? reading.arriving : null)?.segments[key];
    const state = (await opened?.mask.drawnState()) ?? null;
    if (read === undefined || state === null) return null;
    return diceOf(overlapOf(state.segments.get(segment) ?? emptyBits(read.bits.size), read.bits));
  }

  async take(segmentation: string, choice: ImportChoice, beforeStored: () => Promise<void>): Promise<Imported> {
    const opened = this.#ports.opened(segmentation);
    if (opened === null) return { ok: false, why: 'closed' };
    const reading = this.#readings.get(segmentation);
    const arriving = reading?.id === choice.reading ? reading.arriving : null;
    if (arriving === null) return { ok: false, why: 'not-read' };
    if ((arriving.isResampled && !choice.resample) || (arriving.isOtherStudy && !choice.otherStudy)) return { ok: false, why: 'not-asked' };
    const added = choice.places.map(({ key, segment }) => ({ segment, bits: arriving.segments[key]!.bits }));
    const taken = await opened.mask.add(added, choice.locked, beforeStored);
    if (taken.ok) this.drop(segmentation);
    return taken;
  }

  async copy(segmentation: string, { segment, to, toSegment }: MaskCopy, beforeStored: () => Promise<void>): Promise<MaskCopied> {
    const opened = this.#ports.opened(segmentation);
    const state = (await opened?.mask.drawnState()) ?? null;
    if (opened === null || state === null) return { ok: false, why: 'closed' };
    const bits = state.segments.get(segment);
    if (bits === undefined || isEmpty(bits)) return { ok: false, why: 'empty' };
    const [from, onto] = [voxelSpaceOf(opened.source.grid), voxelSpaceOf(to.grid)];
    if (from === null || onto === null) return { ok: false, why: 'no-volume' };
    const frames = [opened.source.grid, to.grid].map(({ planes }) => planes[0]!.frameOfReference);
    // Two series without a frame of reference lie somewhere, and nobody knows how to each other.
    if (frames[0] === '' || frames[0] !== frames[1]) return { ok: false, why: 'frame-of-reference' };
    const { change, isResampled, isCut } = copyToGrid(bits, from, onto);
    const copied = runsToBits(gridSize(to.grid), change.set);
    if (isEmpty(copied)) return { ok: false, why: 'outside' };
    const stored = await addToMask(this.#ports, to, [{ segment: toSegment, bits: copied }], 'import', beforeStored);
    if (!stored.ok) return stored;
    const voxels = countVoxels(copied);
    const cutMl = isCut ? voxelsBeyond(bits, from, onto) * voxelVolumeMl(from) : 0;
    return { ok: true, isResampled, voxels, ml: voxels * voxelVolumeMl(onto), cutMl };
  }

  async #arriving(source: ImportSource, ports: Parameters<typeof readArriving>[1]): Promise<Arriving | ImportRefusal> {
    try {
      const files = await this.#filesOf(source);
      return files === null ? 'unread' : await readArriving(files, ports);
    } catch (error) {
      // A file of the user that was moved or changed since it was chosen.
      if (error instanceof DOMException && error.name === 'NotReadableError') return 'unread';
      toNoSlice(error);
      return 'unread';
    }
  }

  /** Null if one of them does not arrive. */
  async #filesOf(source: ImportSource): Promise<NamedSource[] | null> {
    if (source.of === 'files') return source.files.map(({ name, blob }) => ({ name, source: blobSource(blob) }));
    const files = (await this.#ports.overlays?.files(source.series)) ?? null;
    if (files === null || isNoSlice(files)) return null;
    const named: NamedSource[] = [];
    for (const file of files) {
      const bytes = await file.open();
      if (isNoSlice(bytes)) return null;
      named.push({ name: '', source: bytes });
    }
    return named;
  }
}

/** The bytes of a file that somebody chose, read where they are needed. */
function blobSource(blob: Blob): ByteSource {
  return { size: blob.size, read: async (offset, length) => new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()) };
}

/** Voxels whose centre is in no voxel of another grid. */
function voxelsBeyond(bits: Bits, from: VoxelSpace, to: VoxelSpace): number {
  const toVoxel = patientToVoxel(to);
  const box = boundsOf(bits);
  if (box === null) return 0;
  const mask = boxToBytes(bits, box);
  let [at, beyond] = [0, 0];
  for (let slice = box.from[2]; slice <= box.to[2]; slice += 1)
    for (let row = box.from[1]; row <= box.to[1]; row += 1)
      for (let column = box.from[0]; column <= box.to[0]; column += 1) {
        if (mask[at] === 1) {
          const [x, y, z] = toVoxel(voxelToPatient(from, [column, row, slice]));
          if (!isInside(to.size, [Math.round(x), Math.round(y), Math.round(z)])) beyond += 1;
        }
        at += 1;
      }
  return beyond;
}
