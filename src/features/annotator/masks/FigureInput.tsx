import { NumberInput } from '@mantine/core';
import classes from './ToolOptions.module.css';

interface FigureInputProps {
  name: string;
  value: number;
  onChange(value: number): void;
  suffix?: string;
  min?: number;
  max?: number;
  step?: number;
  disabled?: boolean;
}

/** What is no number yet is not taken. */
export function FigureInput({ name, onChange, ...rest }: FigureInputProps) {
  return (
    <NumberInput
      className={classes.figure ?? ''}
      size="xs"
      aria-label={name}
      hideControls
      onChange={(next) => typeof next === 'number' && onChange(next)}
      {...rest}
    />
  );
}
