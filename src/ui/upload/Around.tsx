import type { ReactNode } from 'react';

interface AroundProps {
  /** The text with its argument where the element stands: `(time) => t('{time} left', { time })`. */
  text: (place: string) => string;
  children: ReactNode;
}

/** A text with one element in it, wherever the language of the page puts it. */
export function Around({ text, children }: AroundProps) {
  const [before, after] = text(PLACE).split(PLACE);
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}

/** In no text. */
const PLACE = '\uFFFC';
