import { countVoxels, emptyBits, isEmpty, type Bits } from '#imaging/mask/bits/bits.ts';
import { runsToBits } from '#imaging/mask/bits/change.ts';
import { sampleBits } from '#imaging/mask/bits/sample-bits.ts';
import { readPlane, type MaskPlane } from '#imaging/mask/bits/slices.ts';
import { agreedBits } from '#imaging/mask/compare/majority.ts';
import type { MaskState } from '#imaging/mask/operations/mask-state.ts';
import { readLabelMap } from '#imaging/mask/interchange/nifti/read-label-map.ts';
import { copyToGrid } from '#imaging/mask/tools/copy.ts';
import { gridSize, planeSize, voxelSpaceOf } from '#model/grids/voxel-space.ts';
import { croppedPlane } from '#workers/masks/cropped-plane.ts';
import { addToMask, type ReachedMasks } from '#workers/masks/import/add-to-mask.ts';
import type { OpenMask } from '#workers/masks/open-mask.ts';
import type { MaskNews, MaskSource, NoMask } from '#workers/masks/types.ts';
import type {
  Agreed,
  AgreedMask,
  ComparedLabels,
  ComparedNews,
  ComparedOnPlane,
  ComparedPair,
  ComparedSegment,
  ComparedShapes,
  ComparedSource,
  ComparedWhere,
  MaskComparisons,
  NotCompared,
} from './compare-types.ts';

interface ComparedPorts extends ReachedMasks {
  another(source: MaskSource, onNews?: (news: MaskNews) => void): Promise<OpenMask>;
}

/** Bits by segment. */
type Layers = Pick<MaskState, 'size' | 'segments'>;

interface Compared {
  source: MaskSource;
  /** What is compared; null: it is not here, or not yet. */
  layers: () => Layers | null;
  close: () => void;
}

interface OnGrid {
  bits: Bits;
  isResampled: boolean;
  isCut: boolean;
}

/** The segmentations of a comparison. Each is a replay of its own: what is drawn on meanwhile opens and closes without it. */
export class ComparedMasks implements MaskComparisons {
  readonly #ports: ComparedPorts;
  readonly #opened = new Map<string, Compared>();
  /** Layers on the grid of another series. */
  readonly #resampled = new WeakMap<Bits, { gridHash: string; on: OnGrid }>();

  constructor(ports: ComparedPorts) {
    this.#ports = ports;
  }

  async openCompared(key: string, of: ComparedSource, onNews: (news: ComparedNews) => void): Promise<ComparedNews | NoMask> {
    this.closeCompared(key);
    const { source, at, labels } = of;
    if (labels) return this.#openLabels(key, source, labels);
    let latest: MaskNews | null = null;
    const mask = await this.#ports.another(source, (news) => {
      latest = news;
      void learn().catch((error: unknown) => reportError(error));
    });
    // An earlier state has to be found first.
    let isHere = at === null;
    const compared: Compared = { source, layers: () => (isHere ? mask.shownState : null), close: () => mask.close() };
    const isOpen = (): boolean => this.#opened.get(key) === compared;
    const news = (): ComparedNews => (at === null ? newsOfMask(latest!) : newsOf(compared.layers()));
    const learn = async (): Promise<void> => {
      if (!isOpen()) return;
      if (at !== null && !isHere) isHere = (await mask.showAt(at)).ok;
      if (isOpen() && latest !== null) onNews(news());
    };
    this.#opened.set(key, compared);
    const answer = await mask.open();
    if ('noMask' in answer) {
      if (isOpen()) this.#opened.delete(key);
      return answer;
    }
    latest = answer;
    if (at !== null && isOpen()) isHere = (await mask.showAt(at)).ok;
    return news();
  }

  async #openLabels(key: string, source: MaskSource, { nifti, segments }: ComparedLabels): Promise<ComparedNews | NoMask> {
    const space = source.grid.noVolume === null ? voxelSpaceOf(source.grid) : null;
    if (space === null) return { noMask: 'grid' };
    const file = { size: nifti.length, read: (from: number, length: number) => Promise.resolve(nifti.slice(from, from + length)) };
    const read = await readLabelMap(file, space, { resample: false });
    if (!read.ok) return { noMask: read.why === 'other-geometry' ? 'grid' : 'damaged' };
    const bitsOf = new Map(read.labels.map(({ value, bits }) => [value, bits]));
    const layers: Layers = {
      size: space.size,
      segments: new Map(segments.map(({ segment, value }) => [segment, bitsOf.get(value) ?? emptyBits(space.size)])),
    };
    this.#opened.set(key, { source, layers: () => layers, close: () => undefined });
    return newsOf(layers);
  }

  closeCompared(key: string): void {
    this.#opened.get(key)?.close();
    this.#opened.delete(key);
  }

  async comparedShapes(pair: ComparedPair): Promise<ComparedShapes> {
    const found = this.#pairOf(pair);
    if (typeof found === 'string') return { ok: false, why: found };
    const { source, a, b } = found;
    const { bits, isResampled, isCut } = b;
    // Slices without a regular step make no volume, although each has a place.
    return { ok: true, a, b: bits, space: source.grid.noVolume === null ? voxelSpaceOf(source.grid) : null, isResampled, isCut };
  }

  async comparedOn(pair: ComparedPair, where: ComparedWhere): Promise<ComparedOnPlane | null> {
    const found = this.#pairOf(pair);
    const toPlane = typeof found === 'string' ? null : planeReader(found.source, where);
    if (typeof found === 'string' || toPlane === null) return null;
    const { width, height, mask } = toPlane(found.a);
    return { width, height, a: mask, b: toPlane(found.b.bits).mask };
  }

  async storeAgreed({ to, segments, atLeast }: AgreedMask, beforeStored: (segments: readonly string[]) => Promise<void>): Promise<Agreed> {
    const votes = segments.flatMap((each) => each.votes).filter((vote) => vote !== null);
    for (const { key } of votes) {
      const opened = this.#opened.get(key);
      if (!opened?.layers()) return { ok: false, why: 'closed' };
      if (opened.source.gridHash !== to.gridHash) return { ok: false, why: 'other-grid' };
    }
    const none = emptyBits(gridSize(to.grid));
    const made = segments.map((each) => ({
      segment: each.segment,
      bits: agreedBits(
        each.votes.map((vote) => (vote && this.#bitsOf(vote)) ?? none),
        atLeast,
      ),
    }));
    const added = made.filter(({ bits }) => !isEmpty(bits));
    if (added.length === 0) return { ok: false, why: 'empty' };
    return addToMask(this.#ports, to, added, 'majority', () => beforeStored(added.map(({ segment }) => segment)));
  }

  #bitsOf({ key, segment }: ComparedSegment): Bits | null {
    const layers = this.#opened.get(key)?.layers() ?? null;
    return layers && (layers.segments.get(segment) ?? emptyBits(layers.size));
  }

  #pairOf({ a, b, resample }: ComparedPair): { source: MaskSource; a: Bits; b: OnGrid } | NotCompared {
    const [first, second] = [this.#bitsOf(a), this.#bitsOf(b)];
    const [source, other] = [this.#opened.get(a.key)?.source, this.#opened.get(b.key)?.source];
    if (first === null || second === null || !source || !other) return 'closed';
    const on = this.#onGrid(second, other, source);
    if (typeof on === 'string') return on;
    return on.isResampled && !resample ? 'not-asked' : { source, a: first, b: on };
  }

  #onGrid(bits: Bits, from: MaskSource, to: MaskSource): OnGrid | NotCompared {
    if (from.gridHash === to.gridHash) return { bits, isResampled: false, isCut: false };
    const known = this.#resampled.get(bits);
    if (known?.gridHash === to.gridHash) return known.on;
    const [fromSpace, toSpace] = [from, to].map(({ grid }) => (grid.noVolume === null ? voxelSpaceOf(grid) : null));
    if (!fromSpace || !toSpace) return 'no-volume';
    const [frame, toFrame] = [from, to].map(({ grid }) => grid.planes[0]!.frameOfReference);
    // Two series without a frame of reference lie somewhere, and nobody knows how to each other.
    if (frame === '' || frame !== toFrame) return 'frame-of-reference';
    const { change, isResampled, isCut } = copyToGrid(bits, fromSpace, toSpace);
    const on = { bits: runsToBits(gridSize(to.grid), change.set), isResampled, isCut };
    this.#resampled.set(bits, { gridHash: to.gridHash, on });
    return on;
  }
}

const newsOfMask = ({ segments }: MaskNews): ComparedNews => ({
  isHere: true,
  segments: segments.map(({ uuid, version, voxels }) => ({ segment: uuid, version, voxels })),
});

/** Of what never changes: an earlier state, or a label map. */
const newsOf = (layers: Layers | null): ComparedNews => ({
  isHere: layers !== null,
  segments: [...(layers?.segments ?? [])].map(([segment, bits]) => ({ segment, version: 0, voxels: countVoxels(bits) })),
});

/** Null if the place is not on the grid. */
function planeReader({ grid }: MaskSource, where: ComparedWhere): ((bits: Bits) => MaskPlane) | null {
  if ('plane' in where) {
    const space = grid.noVolume === null ? voxelSpaceOf(grid) : null;
    return space && ((bits) => sampleBits(bits, space, where.plane));
  }
  if (grid.slices[where.gridSlice] === undefined) return null;
  const [width, height] = planeSize(grid, where.gridSlice);
  return (bits) => croppedPlane(readPlane(bits, 2, where.gridSlice), width, height);
}
