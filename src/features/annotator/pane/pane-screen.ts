import { type NoSlice, isNoSlice } from '#model/pictures/no-slice.ts';
import { facingOf, type Pane } from '#features/annotator/station/pane.ts';
import type { PictureStore } from '#features/annotator/station/picture-store.ts';
import { isOpened, type SeriesStore } from '#features/annotator/station/series-store.ts';
import { middleOfVolume } from '#features/annotator/station/series-shape.ts';
import { paintPicture, type Voxels } from '#workers/voxels/handle.ts';
import type { AnyPicture, PlaneWish, StoredSlice } from '#workers/voxels/types.ts';

/** What a pane shows at the moment. */
export interface OnScreen {
  /** Of which pane state: the picture of the one before stays until the new one is there. */
  of: Pane;
  picture: AnyPicture;
  /** The picture at its stored size. */
  canvas: HTMLCanvasElement;
  window: { center: number; width: number } | null;
}

export type ScreenState = { shown: OnScreen | null; problem: NoSlice | 'failed' | null };

interface ScreenPorts {
  voxels: Pick<Voxels, 'plane' | 'along'>;
  series: SeriesStore;
  pictures: PictureStore;
  /** Called whenever something else is to be seen, within the event that caused it where the picture is there. */
  onChange(state: ScreenState): void;
}

/** Planes and pictures along a path are drawn with pixels of twice the size until nothing has moved for so long. */
const REST_MS = 120;

/** Draws the picture of one pane into a canvas of its stored size. Of what is asked for meanwhile, only the last counts. */
export class PaneScreen {
  readonly #ports: ScreenPorts;
  readonly #canvas = document.createElement('canvas');
  #wanted: Pane | null = null;
  #state: ScreenState = { shown: null, problem: null };
  #spare: ArrayBuffer | null = null;
  #isBusy = false;
  /** Asked again meanwhile. */
  #isAskedAgain = false;
  #movedAt = -Infinity;
  #rest: ReturnType<typeof setTimeout> | null = null;

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  get state(): ScreenState {
    return this.#state;
  }

  show(pane: Pane): void {
    const before = this.#wanted;
    if (pane === before) return;
    this.#wanted = pane;
    const { shown } = this.#state;
    if (shown !== null && before !== null && isSamePicture(before, pane) && isSamePicture(shown.of, pane)) {
      if (shown.of.window === pane.window && shown.of.isInverted === pane.isInverted && shown.of.isHot === pane.isHot)
        this.#change({ ...this.#state, shown: { ...shown, of: pane } });
      else this.#paint(shown.picture, pane);
      return;
    }
    if (before !== null && before.series !== pane.series) this.#state = { shown: null, problem: null };
    if (before !== null && pane.show !== 'stored') this.#movedAt = performance.now();
    if (!this.#paintKept(pane) && !this.#isBusy) this.#fetch().catch(reportError);
  }

  /** Asks again, for example because the series has been opened. */
  retry(): void {
    const pane = this.#wanted;
    this.#isAskedAgain = this.#isBusy;
    if (pane === null || this.#isBusy) return;
    const { shown } = this.#state;
    if (shown !== null && isSamePicture(shown.of, pane) && !shown.picture.isCoarse && this.#isInScale(shown)) return;
    if (!this.#paintKept(pane)) this.#fetch().catch(reportError);
  }

  end(): void {
    this.#wanted = null;
    if (this.#rest !== null) clearTimeout(this.#rest);
  }

  #idOf(pane: Pane): number | null {
    const opened = pane.series === null ? null : (this.#ports.series.peek(pane.series)?.opened ?? null);
    return isOpened(opened) ? opened.id : null;
  }

  /** Its values are those that its series is shown in. */
  #isInScale({ of, picture }: OnScreen): boolean {
    const scale = of.series === null ? null : (this.#ports.series.peek(of.series)?.scale ?? null);
    return picture.scaledTo === scale?.unit;
  }

  /** A stored slice that is on the page already. */
  #paintKept(pane: Pane): boolean {
    const id = this.#idOf(pane);
    if (id === null || pane.show !== 'stored') return false;
    const picture = this.#ports.pictures.peek(id, pane.slice);
    if (picture === null) return false;
    this.#fetchAhead(id, pane, picture);
    this.#paint(picture, pane);
    return true;
  }

  async #fetch(): Promise<void> {
    const pane = this.#wanted;
    if (pane === null || pane.series === null) return;
    this.#isBusy = true;
    try {
      this.#take(await this.#ask(pane), pane);
    } catch (error) {
      reportError(error);
      if (this.#wanted?.series === pane.series) this.#change({ shown: null, problem: 'failed' });
    } finally {
      this.#isBusy = false;
    }
    if (this.#wanted !== null && !isSamePicture(pane, this.#wanted) && !this.#paintKept(this.#wanted)) await this.#fetch();
    else if (this.#isAskedAgain && this.#state.shown !== null) this.retry();
  }

  /** `of`: what was asked for. By now another series may be wanted, which is asked for next. */
  #take(answer: AnyPicture | NoSlice | null, of: Pane): void {
    const wanted = this.#wanted;
    if (answer === null || wanted === null || wanted.series !== of.series) return;
    if (isNoSlice(answer)) return this.#change({ shown: null, problem: answer });
    if ('facts' in answer) this.#ports.series.learn(of.series!, answer);
    this.#paint(answer, isSamePicture(of, wanted) ? wanted : { ...of, window: wanted.window });
  }

  async #ask(pane: Pane): Promise<AnyPicture | NoSlice | null> {
    const series = this.#ports.series.open(pane.series!, pane.slice);
    if (series.opened === 'failed') throw new Error('The series could not be opened');
    if (series.opened !== null && isNoSlice(series.opened)) return series.opened;
    const id = this.#idOf(pane);
    if (id === null) return null;
    if (pane.show === 'stored') {
      const picture = await this.#ports.pictures.get(id, Math.min(pane.slice, series.slices - 1));
      if (!isNoSlice(picture)) this.#fetchAhead(id, pane, picture);
      return picture;
    }
    const [point, facing] = [pane.point ?? middleOfVolume(series), facingOf(pane)];
    if (!series.hasPlanes || point === null) return null;
    const isMoving = performance.now() - this.#movedAt < REST_MS;
    const how: Pick<PlaneWish, 'slab' | 'resolution'> = { slab: pane.slab, resolution: isMoving ? 0.5 : 1 };
    if (isMoving) this.#sharpenLater();
    if (facing !== null) return this.#ports.voxels.plane(id, { point, facing, ...how });
    const { points, degrees, widthMm } = pane.path!;
    return this.#ports.voxels.along(id, { points, degrees, widthMm, ...how });
  }

  /** The same again at the full resolution, unless something has moved meanwhile. */
  #sharpenLater(): void {
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#rest = null;
      if (this.#wanted === null || this.#isBusy) return this.#wanted === null ? undefined : this.#sharpenLater();
      this.#fetch().catch(reportError);
    }, REST_MS + 1);
  }

  #fetchAhead(id: number, pane: Pane, picture: StoredSlice): void {
    // Bricks are asked for where somebody looks.
    if (picture.isCoarse) return;
    const shown = this.#state.shown?.of;
    const direction = shown !== undefined && shown.series === pane.series && pane.slice < shown.slice ? -1 : 1;
    this.#ports.pictures.fetchAhead(id, pane.slice, direction, this.#ports.series.peek(pane.series!)?.slices ?? 0);
  }

  #paint(picture: AnyPicture, pane: Pane): void {
    const painted = paintPicture(picture, pane, this.#spare);
    this.#spare = painted.pixels.buffer;
    const { width, height, pixels } = painted;
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height });
    this.#canvas.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
    this.#change({ shown: { of: pane, picture, canvas: this.#canvas, window: painted.window }, problem: null });
  }

  #change(state: ScreenState): void {
    this.#state = state;
    this.#ports.onChange(state);
  }
}

/** Both need the same values; window, place and the like may differ. */
export function isSamePicture(a: Pane, b: Pane): boolean {
  if (a.series !== b.series || a.show !== b.show) return false;
  if (a.show === 'stored') return a.slice === b.slice;
  if (a.show === 'path') return isSamePath(a, b);
  return a.turned === b.turned && a.slab === b.slab && (a.point === b.point || String(a.point) === String(b.point));
}

/** The position on it changes nothing in the picture. */
function isSamePath(a: Pane, b: Pane): boolean {
  return (
    a.slab === b.slab && a.path?.points === b.path?.points && a.path?.degrees === b.path?.degrees && a.path?.widthMm === b.path?.widthMm
  );
}
