import { sourceSeries } from '#model/computed/recipe.ts';
import { sliceStep, whereIs, type ShapeOf } from '#features/annotator/station/series-shape.ts';
import { areParallel, spaceOf, usedWays, type Station } from '#features/annotator/station/station.ts';
import { wayBetween, wayOf } from '#features/annotator/station/ways.ts';

/** How a pane with an earlier study follows one with a later study. */
export interface StudyLink {
  /** The pane with the earlier study, which is moved, and the one that it is moved against. */
  pane: number;
  against: number;
  /** `none`: positions of the two cannot be compared, or are not linked. */
  by: 'hand' | 'registration' | 'frame' | 'none';
  /** Frame of reference or registration would link them without a hand. */
  hasWay: boolean;
  /** Set by hand; 0 otherwise. */
  offsetMm: number;
  /** From a slice of the pane that is moved to the next one. */
  stepMm: number;
}

/** mm, where slices do not say it. */
const SMALL_STEP = 1;

/** `ageOf`: the place of the study of a series, which is not a computed one, with 0 for the one that is read, then from the latest; null: unknown. Null: there is nothing to link. */
export function linkOf(station: Station, shapeOf: ShapeOf, ageOf: (series: string) => number | null): StudyLink | null {
  const { panes, active, isFull } = station;
  const ages = panes.map(({ series, is3d }) => (series === null || is3d ? null : ageOf(sourceSeries(series))));
  const own = ages[active];
  if (isFull || own == null) return null;
  const beside = ages
    .map((age, at) => ({ age, at, far: Math.abs(at - active) }))
    .filter(({ age }) => age !== null && age !== own)
    .toSorted((a, b) => a.far - b.far)[0];
  if (beside === undefined) return null;
  const [pane, against] = beside.age! > own ? [beside.at, active] : [active, beside.at];
  const [moved, still] = [panes[pane]!, panes[against]!];
  const [shape, stillShape] = [shapeOf(moved.series!), shapeOf(still.series!)];
  const place = shape && whereIs(moved, shape);
  const stillPlace = stillShape && whereIs(still, stillShape);
  if (!place || !stillPlace || !areParallel(place.normal, stillPlace.normal)) return null;
  const [from, to] = [spaceOf(still, stillShape), spaceOf(moved, shape)];
  const hasWay = wayBetween(usedWays(station), from, to) !== null;
  const isByHand = moved.offsetMm !== null && still.offsetMm !== null;
  const isRegistered = wayOf(usedWays(station), sourceSeries(from.series), sourceSeries(to.series)) !== null;
  const by = !station.links.position ? 'none' : isByHand ? 'hand' : isRegistered ? 'registration' : hasWay ? 'frame' : 'none';
  return {
    ...{ pane, against, by, hasWay },
    offsetMm: isByHand ? moved.offsetMm! - still.offsetMm! : 0,
    stepMm: (moved.show === 'stored' && sliceStep(shape)) || SMALL_STEP,
  };
}
