import { Radio, Tooltip } from '@mantine/core';
import { NAMED_MARK_COLOURS } from '#model/mark-colours.ts';
import { LetterAvatar } from '#ui/LetterAvatar.tsx';
import classes from './Administration.module.css';
import { TEXTS } from './texts.ts';

/** Of a team, as its mark shows it. */
export function ColourField({ title, value, onChange }: { title: string; value: string; onChange: (colour: string) => void }) {
  return (
    <Radio.Group label={TEXTS.colour} value={value} onChange={onChange}>
      <div className={classes.colours}>
        {NAMED_MARK_COLOURS.map((colour) => (
          <Tooltip key={colour.value} label={colour.name}>
            <Radio.Card value={colour.value} aria-label={colour.name} className={classes.colour ?? ''}>
              <LetterAvatar name={title.trim() === '' ? '?' : title} color={colour.value} />
            </Radio.Card>
          </Tooltip>
        ))}
      </div>
    </Radio.Group>
  );
}
