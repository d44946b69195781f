import { ActionIcon, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { useId, useState, type CSSProperties, type ReactNode } from 'react';
import { formatDecimal } from '#language/numbers.ts';
import { t } from '#language/t.ts';
import { ScrolledTable } from '#ui/lists/ScrolledTable.tsx';
import classes from './Charts.module.css';
import { labelHeights } from './label-heights.ts';
import { toDown, type Scale } from './scale.ts';

export interface ChartLine {
  name: string;
  /** Of the theme or of a segment; the colour of text by default. */
  colour?: string;
  /** By `x`, the smallest first. */
  points: readonly { x: number; value: number }[];
}

interface LineChartProps {
  title: string;
  note?: string | undefined;
  /** The first six are drawn, each with a pattern of its own; the table has all. */
  lines: readonly ChartLine[];
  /** Name and texts of the values along the axis; `to`: the right end, if it is beyond the last point. */
  axis: { name: string; text: (x: number) => string; to?: number };
  /** Of all values; null if there is none. */
  scale: Scale | null;
  value: (value: number) => string;
  /** Shown without any point. */
  none: string;
  /** In the head, at its end. */
  choice?: ReactNode;
}

const AS_TABLE = t('Show as a table');
const AS_CHART = t('Show as a chart');
const HEIGHT = 200;
const [LEAST_LEFT, TOP, BOTTOM] = [36, 8, 24];
/** Of a label, at most; it is text of a proportional font. */
const PX_PER_CHAR = 7.5;
const LABEL_GAP = 16;
const PATTERNS = ['', '7 4', '2 4', '8 3 2 3', '12 4', '1 3'];
const NAME_CHARS = 12;

/** Values along an axis, with the last value at the end of each line, or as a table. */
export function LineChart(props: LineChartProps) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  const shown = props.lines.filter(({ points }) => points.length > 0);
  const label = isTable ? AS_CHART : AS_TABLE;
  const ToggleIcon = isTable ? IconChartLine : IconTable;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {props.title}
        </h2>
        {props.note !== undefined && <span className={classes.dim}>{props.note}</span>}
        <span className={classes.end}>
          {!isTable && props.choice}
          {shown.length > 0 && (
            <Tooltip label={label}>
              <ActionIcon aria-label={label} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
                <ToggleIcon size={18} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </span>
      </div>
      {shown.length === 0 || props.scale === null ? (
        <p className={classes.none}>{props.none}</p>
      ) : isTable ? (
        <Table {...props} lines={shown} />
      ) : (
        <Lines {...props} scale={props.scale} lines={shown.slice(0, PATTERNS.length)} />
      )}
    </section>
  );
}

function Lines({ lines, axis, scale, value }: LineChartProps & { scale: Scale }) {
  const { ref, width } = useElementSize();
  const xs = lines.flatMap(({ points }) => points.map(({ x }) => x));
  const [from, last] = [Math.min(...xs), Math.max(...xs)];
  const to = Math.max(last, axis.to ?? last);
  const ends = lines.map(({ points }) => points.at(-1)!);
  const labels = lines.map(({ name }, at) => `${shortened(name)} ${value(ends[at]!.value)}`);
  const right = 16 + PX_PER_CHAR * Math.max(...labels.map((label) => label.length));
  const left = Math.max(LEAST_LEFT, ...scale.steps.map((step) => 8 + PX_PER_CHAR * stepText(step, scale).length));
  const [across, down] = [Math.max(0, width - left - right), HEIGHT - TOP - BOTTOM];
  const toX = (x: number) => left + (to === from ? 0.5 : (x - from) / (to - from)) * across;
  const toY = (of: number) => TOP + toDown(of, scale) * down;
  const heights = labelHeights(
    ends.map((end) => toY(end.value)),
    LABEL_GAP,
    HEIGHT - BOTTOM,
  );
  const marks = to === from ? [from] : [from, to];
  return (
    <div ref={ref} className={classes.plot}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={lines.map(({ name }, at) => `${name} ${value(ends[at]!.value)}`).join(', ')}
      >
        {scale.steps.map((step) => (
          <g key={step}>
            <line className={classes.across} x1={left} x2={left + across} y1={toY(step)} y2={toY(step)} />
            <text className={classes.axis} x={left - 8} y={toY(step) + 4} textAnchor="end">
              {stepText(step, scale)}
            </text>
          </g>
        ))}
        {marks.map((x, at) => (
          <text
            key={x}
            className={classes.axis}
            x={toX(x)}
            y={HEIGHT - 6}
            textAnchor={marks.length === 1 ? 'middle' : at === 0 ? 'start' : 'end'}
          >
            {axis.text(x)}
          </text>
        ))}
        {lines.map(({ name, colour, points }, at) => (
          <g key={name} className={classes.line} style={{ '--colour': colour } as CSSProperties}>
            <polyline points={points.map((each) => `${toX(each.x)},${toY(each.value)}`).join(' ')} strokeDasharray={PATTERNS[at]} />
            <circle cx={toX(ends[at]!.x)} cy={toY(ends[at]!.value)} r={3} />
            <text x={left + across + 8} y={heights[at]! + 4}>
              {labels[at]}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

function stepText(step: number, { isLog, steps }: Scale): string {
  if (isLog) return step >= 0.001 ? String(step) : step.toExponential(0);
  return steps.every((each) => Number.isInteger(each))
    ? String(step)
    : formatDecimal(step, steps.every((each) => Number.isInteger(each * 10)) ? 1 : 2);
}

/** So that the value behind it is on the chart. The table has the whole name. */
const shortened = (name: string): string => (name.length > NAME_CHARS ? `${name.slice(0, NAME_CHARS - 1)}…` : name);

function Table({ lines, axis, value }: LineChartProps) {
  const valuesOf = lines.map(({ points }) => new Map(points.map((point) => [point.x, point.value])));
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))].toSorted((a, b) => b - a);
  return (
    <ScrolledTable className={classes.scroll} label={axis.name}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{axis.name}</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {xs.map((x) => (
            <tr key={x}>
              <th scope="row">{axis.text(x)}</th>
              {valuesOf.map((values, at) => {
                const of = values.get(x);
                return <td key={lines[at]!.name}>{of !== undefined && value(of)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrolledTable>
  );
}
