import type { PixelPoint } from '#contract/measurements.ts';
import type { OnScreen } from '#features/annotator/pane/pane-screen.ts';
import { matrixOf, sheetOf, toCell, toPicture } from '#features/annotator/pane/sheet.ts';
import type { Pane } from '#features/annotator/station/pane.ts';
import type { OpenSeries } from '#features/annotator/station/series-store.ts';
import { isOnLine, nearestWithin, reachOf } from './hits.ts';
import type { Place } from './labels.ts';
import { isDrawnKind } from './measure-kinds.ts';
import type { Draft, MeasureStore, StudyMeasurement } from './measure-store.ts';
import { handlesOf, linesOf } from './shapes.ts';
import { isOn, isStored, measuredOn, placeOf, WAITS } from './slice-place.ts';
import type { Grip, MeasureActions } from './tools/measure-actions.ts';

/** A pane as it is at the moment. */
export interface SeenPane {
  shown: OnScreen | null;
  size: { width: number; height: number };
  pane: Pane;
  open: OpenSeries | null;
  type: 'dcm' | 'nii' | null;
  /** UUID of the study that the series belongs to. */
  study: string | null;
}

interface Ports {
  at: number;
  store: MeasureStore;
  seen(): SeenPane;
  /** The tool that is chosen. */
  tool(): string | null;
}

/** What tools that measure do to one pane. Their points count from the middle of its cell. */
export function paneMeasuring({ at, store, seen, tool }: Ports): MeasureActions {
  const kind = () => {
    const chosen = tool();
    return chosen !== null && isDrawnKind(chosen) ? chosen : null;
  };
  const begun = () => {
    const { shown, open, type, study } = seen();
    return newDraft({ picture: shown?.picture ?? null, open, type, study });
  };
  return {
    kind,
    pixelAt: (from) => pixelAt(seen(), from),
    isAt(point, from) {
      const { size } = seen();
      const to = cellPoints(seen(), [point])[0];
      return to !== undefined && nearestWithin([to], { x: from.x + size.width / 2, y: from.y + size.height / 2 }, reachOf(false)) !== null;
    },
    aspect: () => aspectOf(seen()),
    take(from, isTouch) {
      const { size } = seen();
      const grip = gripAt(seen(), store, { x: from.x + size.width / 2, y: from.y + size.height / 2 }, reachOf(isTouch), kind() !== null);
      if (grip !== null) store.choose(grip.of.uuid);
      return grip;
    },
    mayBegin() {
      const draft = begun();
      if (draft !== null && 'why' in draft) store.refuse({ pane: at, why: draft.why });
      return draft !== null && !('why' in draft);
    },
    draw(drawn, points) {
      const place = begun();
      if (place === null || 'why' in place) return;
      const { draft } = store.read();
      if (draft === null) store.choose(null);
      // Somebody who turns to another slice between two clicks does not draw across slices.
      if (draft === null || isOnSlice(seen(), draft)) store.draw({ ...place, kind: drawn, points });
    },
    change(points) {
      const { current } = store.read();
      const measurement = store.find(current);
      if (measurement === null) return;
      const { uuid, study, series, grid, slice, sop, frame, kind: changed } = measurement;
      store.draw({ uuid, study, series, grid, slice, sop, frame, kind: changed, points });
    },
    keep() {
      const { draft } = store.read();
      const { shown } = seen();
      if (draft === null || shown === null || !isStored(shown.picture) || !isOnSlice(seen(), draft)) return store.draw(null);
      const { picture } = shown;
      if (picture.isCoarse) {
        store.draw(null);
        return store.refuse({ pane: at, why: WAITS });
      }
      store.keep((points) => measuredOn(picture, draft.kind, points));
    },
    drop: () => store.draw(null),
  };
}

type Begun = { picture: OnScreen['picture'] | null } & Pick<SeenPane, 'open' | 'type' | 'study'>;

/** A new measurement without points on the slice that a pane shows, or why there cannot be one; null without a picture. */
export function newDraft({ picture, open, type, study }: Begun): Omit<Draft, 'kind' | 'points'> | { why: string } | null {
  if (picture === null || open === null || type === null || study === null) return null;
  const place = placeOf(open, type, picture);
  return 'why' in place ? place : { ...place, uuid: null, study };
}

export function isOnSlice({ shown }: Pick<LaidPicture, 'shown'>, measurement: Parameters<typeof isOn>[0]): boolean {
  return shown !== null && shown.of.series !== null && isStored(shown.picture) && isOn(measurement, shown.of.series, shown.picture);
}

/** A picture on a cell: of a pane, or of a file that is made of it. */
export interface LaidPicture {
  shown: Pick<OnScreen, 'of' | 'picture'> | null;
  size: SeenPane['size'];
  pane: Parameters<typeof matrixOf>[2];
}

/** Points of the picture on the cell, from its upper left corner. */
export function cellPoints({ shown, size, pane }: LaidPicture, points: readonly PixelPoint[]): Place[] {
  if (shown === null || size.width === 0) return [];
  const sheet = sheetOf(shown.picture);
  const matrix = matrixOf(size, sheet, pane);
  return points.map(([x, y]) => toCell(matrix, sheet, { x, y }));
}

/** The point of the picture under a point of the cell, which counts from its middle. In pixels from the centre of the first. */
export function pixelAt({ shown, size, pane }: LaidPicture, from: Place): PixelPoint {
  if (shown === null) return [0, 0];
  const sheet = sheetOf(shown.picture);
  const { x, y } = toPicture(matrixOf(size, sheet, pane), sheet, { x: from.x + size.width / 2, y: from.y + size.height / 2 });
  return [x, y];
}

function aspectOf({ shown }: LaidPicture): number {
  if (shown === null) return 1;
  const { pixel } = sheetOf(shown.picture);
  return pixel.height / pixel.width;
}

/** Handles of the current measurement come first; then the lines of all that may be changed. */
function gripAt(
  seen: SeenPane,
  store: MeasureStore,
  at: Place,
  reach: number,
  isMeasuring: boolean,
): (Grip & { of: StudyMeasurement }) | null {
  const { measurements, current } = store.read();
  const here = measurements.filter((each) => each.editable && each.kind !== 'key-image' && isOnSlice(seen, each));
  const chosen = here.find(({ uuid }) => uuid === current);
  if (chosen !== undefined && chosen.kind !== 'key-image') {
    const handle = nearestWithin(cellPoints(seen, handlesOf(chosen.kind, chosen.points)), at, reach);
    if (handle !== null) return { of: chosen, kind: chosen.kind, points: chosen.points, handle };
  }
  if (!isMeasuring) return null;
  for (const each of here) {
    if (each.kind === 'key-image') continue;
    if (linesOf(each.kind, each.points).some((line) => isOnLine(cellPoints(seen, line), at, reach)))
      return { of: each, kind: each.kind, points: each.points, handle: null };
  }
  return null;
}
