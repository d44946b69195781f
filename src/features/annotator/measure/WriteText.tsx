import { useEffect, useRef, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import classes from './MeasureLayer.module.css';

interface WriteTextProps {
  name: string;
  text: string;
  /** Of the label that it stands for. */
  at: { left: number; top: number };
  /** Null: it stays as it was. */
  onDone: (text: string | null) => void;
}

/** The text of a measurement, written on the picture. Enter and leaving the field keep it, Esc does not. */
export function WriteText({ name, text, at, onDone }: WriteTextProps) {
  const [value, setValue] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => field.current?.focus(), []);
  function end(next: string | null) {
    if (isDone.current) return;
    isDone.current = true;
    const cell = field.current?.closest<HTMLElement>('[role="application"]');
    onDone(next);
    cell?.focus();
  }
  return (
    <input
      ref={field}
      className={classes.field}
      style={{ left: at.left, top: at.top }}
      aria-label={name}
      placeholder={name}
      value={value}
      maxLength={LIMITS.measurementTextChars}
      onChange={(event) => setValue(event.currentTarget.value)}
      onPointerDown={(event) => event.stopPropagation()}
      onPointerMove={(event) => event.stopPropagation()}
      onPointerUp={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') end(value);
        if (event.key === 'Escape') end(null);
      }}
      onBlur={() => end(value)}
    />
  );
}
