import type { CSSProperties } from 'react';
import { formatDecimal } from '#language/numbers.ts';
import classes from './Charts.module.css';
import type { Scale } from './scale.ts';

interface Span {
  mean: number;
  low: number | null;
  high: number | null;
}

interface IntervalProps {
  here: Span | null;
  /** What it is compared with: dashed and hollow, above. */
  other?: Span | null;
  scale: Scale;
  colour?: string | undefined;
}

/** A value with its interval on an axis. Decorative: the numbers stand beside it. */
export function Interval({ here, other = null, scale, colour }: IntervalProps) {
  const toX = (value: number) => `${(100 * (value - scale.least)) / (scale.most - scale.least)}%`;
  const spans = [
    { of: other, y: 13, name: classes.other },
    { of: here, y: other === null ? 20 : 27, name: classes.here },
  ];
  return (
    <svg className={classes.interval} style={{ '--colour': colour } as CSSProperties} aria-hidden>
      {scale.steps.map((step) => (
        <line key={step} className={classes.step} x1={toX(step)} x2={toX(step)} y1="0" y2="100%" />
      ))}
      {spans.map(
        ({ of, y, name }) =>
          of !== null && (
            <g key={y} className={name}>
              {of.low !== null && of.high !== null && (
                <>
                  <line x1={toX(of.low)} x2={toX(of.high)} y1={y} y2={y} />
                  <line x1={toX(of.low)} x2={toX(of.low)} y1={y - 4} y2={y + 4} />
                  <line x1={toX(of.high)} x2={toX(of.high)} y1={y - 4} y2={y + 4} />
                </>
              )}
              <circle cx={toX(of.mean)} cy={y} r={4} />
            </g>
          ),
      )}
    </svg>
  );
}

/** The values of the axis, above the intervals. */
export function IntervalTicks({ scale: { least, most, steps } }: Pick<IntervalProps, 'scale'>) {
  return (
    <span className={classes.ticks} aria-hidden>
      {steps.map((step) => (
        <span key={step} style={{ left: `${(100 * (step - least)) / (most - least)}%` }}>
          {formatDecimal(step, 2)}
        </span>
      ))}
    </span>
  );
}
