import { Radio, Tooltip, type RadioCardProps } from '@mantine/core';
import classes from './Swatch.module.css';

/** A colour that somebody chose, as a small square next to its name. It is never the only distinction (design.md §3). */
export function Swatch({ color }: { color: string }) {
  return <span className={classes.swatch} style={{ background: color }} aria-hidden />;
}

interface SwatchFieldProps {
  label: string;
  colours: readonly { name: string; value: string }[];
  /** Empty: none is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** For each colour. */
  card?: RadioCardProps & Record<`data-${string}`, unknown>;
}

/** Offers colours. If the value is none of them, it is offered as well. */
export function SwatchField({ label, colours, value, onChange, card }: SwatchFieldProps) {
  const isOffered = value === '' || colours.some((colour) => colour.value === value);
  const offered = isOffered ? colours : [...colours, { name: value, value }];
  return (
    <Radio.Group label={label} value={value} onChange={onChange}>
      <div className={classes.colours}>
        {offered.map((colour) => (
          <Tooltip key={colour.value} label={colour.name}>
            <Radio.Card {...card} className={classes.colour ?? ''} value={colour.value} aria-label={colour.name}>
              <Swatch color={colour.value} />
            </Radio.Card>
          </Tooltip>
        ))}
      </div>
    </Radio.Group>
  );
}
