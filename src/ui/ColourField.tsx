import { Radio, Tooltip, type RadioGroupProps } from '@mantine/core';
import classes from './ColourField.module.css';
import { LetterAvatar } from './LetterAvatar.tsx';

interface ColourFieldProps extends Omit<RadioGroupProps, 'children'> {
  /** What the avatar is drawn for. */
  title: string;
  colours: readonly { value: string; name: string }[];
}

/** The colour of an avatar, each shown as the avatar in it. */
export function ColourField({ title, colours, ...group }: ColourFieldProps) {
  return (
    <Radio.Group {...group}>
      <div className={classes.colours}>
        {colours.map(({ value, name }) => (
          <Tooltip key={value} label={name}>
            <Radio.Card value={value} aria-label={name} className={classes.colour ?? ''}>
              <LetterAvatar name={title.trim() === '' ? '?' : title} color={value} />
            </Radio.Card>
          </Tooltip>
        ))}
      </div>
    </Radio.Group>
  );
}
