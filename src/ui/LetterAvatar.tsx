import classes from './LetterAvatar.module.css';

interface LetterAvatarProps {
  /** Its first letter is drawn. */
  name: string;
  /** Chosen by a person: always a square behind ink text, never a text colour (design.md §3). */
  color: string;
  size?: 24 | 32 | 40;
}

export function LetterAvatar({ name, color, size = 32 }: LetterAvatarProps) {
  return (
    <span className={classes.avatar} style={{ backgroundColor: color, color: inkOn(color) }} data-size={size} aria-hidden>
      {firstLetter(name)}
    </span>
  );
}

/** By grapheme, so that letters of every script stay whole. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim());
  return (first?.segment ?? '?').toLocaleUpperCase();
}

/** Ink or white, whichever stands out more: a person may choose a dark colour. */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255);
  return 0.2126 * red ** 2.2 + 0.7152 * green ** 2.2 + 0.0722 * blue ** 2.2 > 0.18 ? '#14181B' : '#FFFFFF';
}
