import type { Measured, MeasurementKind, PixelPoint } from '#contract/measurements.ts';
import { t } from '#language/t.ts';
import { measuredTexts } from '#model/measurements/measured-texts.ts';
import { boxOf, leaderOf, placeLabel, type Box, type Place } from './labels.ts';
import { cellPoints, isOnSlice, type LaidPicture } from './pane-measuring.ts';
import type { MeasureState } from './measure-store.ts';
import { handlesOf, linesOf } from './shapes.ts';
import { isStored, measuredOn, WAITS, type SlicePlace } from './slice-place.ts';

/** What is drawn of measurements, on the screen and in pictures that leave. */
export const DRAFT = 'draft';

export interface Figure {
  uuid: string;
  kind: MeasurementKind;
  points: readonly PixelPoint[];
  text: string;
  /** Lines beside it; the first one is emphasised. */
  lines: readonly string[];
  hasHandles: boolean;
}

/** What is measured on the slice on the screen. A draft of a change stands in place of what it changes. */
export function figuresOn(
  shown: LaidPicture['shown'],
  { measurements, draft, current }: Pick<MeasureState, 'measurements' | 'draft' | 'current'>,
): Figure[] {
  if (shown === null || !isStored(shown.picture)) return [];
  const { picture } = shown;
  const isHere = (place: SlicePlace) => isOnSlice({ shown }, place);
  const kept = measurements
    .filter((each) => each.uuid !== draft?.uuid && isHere(each))
    // While the picture is coarse, the values are those of the time of saving.
    .map((each) =>
      figureOf(
        each,
        picture.isCoarse ? each.measured : measuredOn(picture, each.kind, each.points),
        each.editable && each.uuid === current,
      ),
    );
  if (draft === null || !isHere(draft)) return kept;
  const { number = null, text = '' } = measurements.find(({ uuid }) => uuid === draft.uuid) ?? {};
  const drawn = figureOf({ ...draft, number, text, uuid: DRAFT }, measuredOn(picture, draft.kind, draft.points), true);
  return [...kept, picture.isCoarse ? { ...drawn, lines: [WAITS] } : drawn];
}

type Drawn = Pick<Figure, 'uuid' | 'kind' | 'points' | 'text'> & { number: number | null };

function figureOf({ uuid, kind, points, text, number }: Drawn, measured: Measured, hasHandles: boolean): Figure {
  const values = measuredTexts(measured);
  const named = kind === 'key-image' ? [t('Key image'), text].filter((part) => part !== '').join(': ') : text;
  const [first = named, ...rest] = values;
  const lines = [[number, first].filter((part) => part !== null && part !== '').join('  '), ...rest].filter((line) => line !== '');
  return { uuid, kind, points, text, lines, hasHandles };
}

export interface PlacedFigure {
  figure: Figure;
  lines: Place[][];
  handles: Place[];
  label: Box;
  leader: { from: Place; to: Place } | null;
}

export const LINE_HEIGHT = 18;
const CHARACTER_WIDTH = 7.6;
/** Below the name of the series. */
const FIRST_CAPTION = 40;

/** Labels get their places in the order of the list, so that those drawn first stay where they are. */
export function placeFigures(figures: readonly Figure[], seen: LaidPicture): PlacedFigure[] {
  const { size } = seen;
  const shapes = figures.map((figure) => {
    const drawn = figure.kind === 'key-image' ? [] : linesOf(figure.kind, figure.points).map((line) => cellPoints(seen, line));
    const handles = figure.kind === 'key-image' || !figure.hasHandles ? [] : cellPoints(seen, handlesOf(figure.kind, figure.points));
    return { figure, lines: drawn, handles };
  });
  const taken: Box[] = [...cornersOf(size), ...shapes.filter(({ lines }) => lines.length > 0).map(({ lines }) => boxOf(lines.flat()))];
  let captions = 0;
  return shapes.map((shape) => {
    const { figure, lines } = shape;
    const longest = Math.max(8, ...figure.lines.map((line) => line.length));
    const label = { width: longest * CHARACTER_WIDTH, height: Math.max(1, figure.lines.length) * LINE_HEIGHT };
    const own = lines.flat();
    if (own.length === 0) {
      const top = FIRST_CAPTION + captions * LINE_HEIGHT;
      captions += 1;
      return { ...shape, label: { left: 12, top, right: 12 + label.width, bottom: top + label.height }, leader: null };
    }
    const of = boxOf(own);
    const box = placeLabel({ of, label, cell: size, taken: taken.filter((other) => !isSame(other, of)) });
    taken.push(box);
    return { ...shape, label: box, leader: figure.lines.length === 0 ? null : leaderOf(box, [...own, ...middlesOf(lines)]) };
  });
}

/** Of straight sides, so that a leader need not begin at a corner. */
const middlesOf = (lines: readonly Place[][]): Place[] =>
  lines.flatMap((line) => line.slice(1).map((to, at) => ({ x: (line[at]!.x + to.x) / 2, y: (line[at]!.y + to.y) / 2 })));

const isSame = (a: Box, b: Box): boolean => a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;

/** Where the words of a pane stand. */
function cornersOf({ width, height }: LaidPicture['size']): Box[] {
  const [wide, high] = [Math.min(220, width / 3), 44];
  return [
    { left: 0, top: 0, right: wide, bottom: high },
    { left: width - wide / 2, top: 0, right: width, bottom: high },
    { left: 0, top: height - high, right: wide, bottom: height },
    { left: width - wide / 2, top: height - high, right: width, bottom: height },
  ];
}

const TICK = 5;

/** Lines and marks of a figure, as the path of an SVG. */
export function pathOfFigure(kind: MeasurementKind, lines: readonly Place[][]): string {
  return [...lines.map(pathOf), ...marksOf(kind, lines)].join('');
}

export const pathOf = (line: readonly Place[]): string =>
  line.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** Ends of lines, the head of an arrow, and the cross of a place. */
function marksOf(kind: MeasurementKind, lines: readonly Place[][]): string[] {
  const [first = []] = lines;
  const [a, b] = first;
  if (a === undefined) return [];
  switch (kind) {
    case 'length':
      return first.map(crossAt);
    case 'bidirectional':
      return lines.flat().map(crossAt);
    case 'probe':
    case 'point':
      return [crossAt(a)];
    case 'arrow':
      return b === undefined ? [] : [headOf(a, b)];
    default:
      return [];
  }
}

const crossAt = ({ x, y }: Place): string => `M${x - TICK} ${y}H${x + TICK}M${x} ${y - TICK}V${y + TICK}`;

function headOf(tip: Place, end: Place): string {
  const turn = Math.atan2(end.y - tip.y, end.x - tip.x);
  const side = (by: number): Place => ({ x: tip.x + 12 * Math.cos(turn + by), y: tip.y + 12 * Math.sin(turn + by) });
  return pathOf([side(0.4), tip, side(-0.4)]);
}
