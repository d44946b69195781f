import { useMemo } from 'react';
import { cellPoints, type SeenPane } from '#features/annotator/measure/pane-measuring.ts';
import { curveOf } from '#features/annotator/station/path.ts';
import { pathSeen } from './pane-pathing.ts';
import { PATH_TEXTS } from './path-texts.ts';
import classes from './PathLayer.module.css';
import { usePathOn } from './use-path.ts';

interface PathLayerProps extends Pick<SeenPane, 'shown' | 'size' | 'pane' | 'open'> {
  at: number;
}

type Points = readonly { x: number; y: number }[];
const lineOf = (points: Points): string => `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;

const RADIUS = 5;

/** The path on the picture of a pane; along the path, its points and the position. */
export function PathLayer({ at, shown, size, pane, open }: PathLayerProps) {
  const points = usePathOn(at);
  const seen = useMemo(() => pathSeen({ shown, open, pane }, points), [shown, open, pane, points]);
  if (size.width === 0 || shown === null) return null;
  if ('mmPerPixel' in shown.picture) return <Position {...{ shown, size, pane }} mmPerPixel={shown.picture.mmPerPixel} />;
  if (seen === null) return null;
  const onCell = (places: Points) =>
    cellPoints(
      { shown, size, pane },
      places.map(({ x, y }) => [x, y] as const),
    );
  const near = seen.near.filter((part) => part.length > 1).map((part) => lineOf(onCell(part)));
  const cells = onCell(seen.points);
  return (
    <svg className={classes.layer} width={size.width} height={size.height} data-path={seen.points.length} aria-hidden>
      {seen.all.length > 1 && <path d={lineOf(onCell(seen.all))} data-all />}
      {near.map((line) => (
        <path key={`edge ${line}`} d={line} data-edge />
      ))}
      {near.map((line) => (
        <path key={line} d={line} data-near />
      ))}
      {seen.points.map(
        ({ at: number, isNear }) =>
          isNear && (
            <circle key={number} className={classes.point} cx={cells[number]!.x} cy={cells[number]!.y} r={RADIUS} data-point={number} />
          ),
      )}
    </svg>
  );
}

const TICK = 4;
const LABEL_WIDTH = 100;

function Position({
  shown,
  size,
  pane,
  mmPerPixel,
}: Pick<SeenPane, 'size' | 'pane'> & { shown: NonNullable<SeenPane['shown']>; mmPerPixel: number }) {
  const curve = curveOf(pane);
  if (curve === null || pane.path === null) return null;
  const right = shown.picture.frame.columns - 0.5;
  const rowOf = (mm: number): number => mm / mmPerPixel;
  const onCell = (x: number, y: number) => cellPoints({ shown, size, pane }, [[x, y]])[0]!;
  const { atMm } = pane.path;
  const [from, to] = [onCell(-0.5, rowOf(atMm)), onCell(right, rowOf(atMm))];
  const line = lineOf([from, to]);
  const end = Math.max(from.x, to.x);
  const hasRoom = end + LABEL_WIDTH < size.width;
  // Within the cell; on the line itself it would cover it.
  const middle = (from.y + to.y) / 2 + (hasRoom ? 4 : -6);
  const label = { x: hasRoom ? end + 6 : Math.min(end, size.width) - 30, y: Math.max(14, Math.min(size.height - 6, middle)) };
  return (
    <svg className={classes.layer} width={size.width} height={size.height} aria-hidden>
      {curve.pointsMm.map((mm, number) =>
        [-0.5, right].map((x) => {
          const place = onCell(x, rowOf(mm));
          const inward = onCell(x < 0 ? x + 1 : x - 1, rowOf(mm));
          const long = Math.hypot(inward.x - place.x, inward.y - place.y) || 1;
          const tip = { x: place.x + ((inward.x - place.x) / long) * TICK, y: place.y + ((inward.y - place.y) / long) * TICK };
          return <path key={`${number} ${x}`} className={classes.tick} d={lineOf([place, tip])} />;
        }),
      )}
      <path d={line} data-edge />
      <path d={line} data-position={atMm.toFixed(2)} />
      <text className={classes.mm} x={label.x} y={label.y} textAnchor={hasRoom ? 'start' : 'end'}>
        {PATH_TEXTS.atMm(atMm)}
      </text>
    </svg>
  );
}
