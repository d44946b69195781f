import { ActionIcon, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { labelHeights } from '#ui/charts/label-heights.ts';
import { formatDecimal } from '#ui/format.ts';
import { ScrolledTable } from '#ui/lists/ScrolledTable.tsx';
import { chartScale, labelledDays, toAcross, toDown, type ChartLine } from '#features/campaigns/chart-lines.ts';
import { dayText, figureText, TEXTS } from '#features/campaigns/texts.ts';
import classes from './Agreement.module.css';

interface LineChartProps {
  title: string;
  /** What the values are. */
  measure: string;
  /** Each line has a colour and a pattern of its own; at most `LINES`. */
  lines: readonly ChartLine[];
  /** In the head, after the title. */
  choice?: ReactNode;
}

/** More lines cannot be told apart. */
export const LINES = 4;
const HEIGHT = 168;
const [LEFT, RIGHT, TOP, BOTTOM] = [32, 116, 8, 24];
const LABEL_GAP = 16;
const DAY_GAP = 48;

/** Values from 0 to 1 over days, with the last value at the end of each line, or as a table. */
export function LineChart({ title, measure, lines, choice }: LineChartProps) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  const shown = lines.filter(({ points }) => points.length > 0);
  const label = isTable ? TEXTS.asChart : TEXTS.asTable;
  const ToggleIcon = isTable ? IconChartLine : IconTable;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.cardHead}>
        <h2 id={id} className={classes.cardTitle}>
          {title}
        </h2>
        <span className={classes.dim}>{measure}</span>
        <span className={classes.end}>
          {choice}
          <Tooltip label={label}>
            <ActionIcon aria-label={label} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              <ToggleIcon size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </span>
      </div>
      {shown.length === 0 ? <p className={classes.none}>{TEXTS.noDays}</p> : isTable ? <DayTable lines={shown} /> : <Lines lines={shown} />}
    </section>
  );
}

function Lines({ lines }: { lines: readonly ChartLine[] }) {
  const { ref, width } = useElementSize();
  const scale = chartScale(lines);
  if (scale === null) return null;
  const [across, down] = [Math.max(0, width - LEFT - RIGHT), HEIGHT - TOP - BOTTOM];
  const toX = (day: string) => LEFT + toAcross(day, scale) * across;
  const toY = (value: number) => TOP + toDown(value, scale) * down;
  const ends = lines.map(({ points }) => points.at(-1)!);
  const heights = labelHeights(
    ends.map(({ value }) => toY(value)),
    LABEL_GAP,
    HEIGHT - BOTTOM,
  );
  const days = lines.flatMap(({ points }) => points.map(({ day }) => day)).toSorted();
  const shownDays = labelledDays(days, (day) => toX(day), DAY_GAP);
  return (
    <div ref={ref} className={classes.plot}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={lines.map(({ name }, at) => `${name} ${figureText(ends[at]!.value)}`).join(', ')}
      >
        {scale.steps.map((step) => (
          <g key={step}>
            <line className={classes.across} x1={LEFT} x2={LEFT + across} y1={toY(step)} y2={toY(step)} />
            <text className={classes.axis} x={LEFT - 8} y={toY(step) + 4} textAnchor="end">
              {formatDecimal(step, 1)}
            </text>
          </g>
        ))}
        {shownDays.map((day, at) => (
          <text
            key={day}
            className={classes.axis}
            x={toX(day)}
            y={HEIGHT - 6}
            textAnchor={shownDays.length === 1 ? 'middle' : at === 0 ? 'start' : at === shownDays.length - 1 ? 'end' : 'middle'}
          >
            {dayText(day).slice(0, 6)}
          </text>
        ))}
        {lines.map(({ name, points }, at) => (
          <g key={name} className={classes.line} data-line={at}>
            <polyline points={points.map(({ day, value }) => `${toX(day)},${toY(value)}`).join(' ')} fill="none" />
            <circle cx={toX(ends[at]!.day)} cy={toY(ends[at]!.value)} r={3} />
            <text x={LEFT + across + 8} y={heights[at]! + 4}>
              {`${shortened(name)} ${figureText(ends[at]!.value)}`}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

const ValueCell = ({ value }: { value: number | undefined }) => <td>{value !== undefined && figureText(value)}</td>;

/** So that the value behind it is on the chart. The table has the whole name. */
const shortened = (name: string): string => (name.length > 12 ? `${name.slice(0, 11)}…` : name);

function DayTable({ lines }: { lines: readonly ChartLine[] }) {
  const days = [...new Set(lines.flatMap(({ points }) => points.map(({ day }) => day)))].toSorted();
  return (
    <ScrolledTable className={classes.scroll} label={TEXTS.day}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{TEXTS.day}</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day}>
              <th scope="row">{dayText(day)}</th>
              {lines.map(({ name, points }) => (
                <ValueCell key={name} value={points.find((point) => point.day === day)?.value} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrolledTable>
  );
}
