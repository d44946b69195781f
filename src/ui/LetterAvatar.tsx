import { avatarColours } from './avatar-colours.ts';
import classes from './LetterAvatar.module.css';

interface LetterAvatarProps {
  /** Its first letter is drawn. */
  name: string;
  /** Chosen by the user: always the background of its letter, never a text colour (design.md §3). */
  color: string;
  size?: 24 | 32 | 40;
}

export function LetterAvatar({ name, color, size = 32 }: LetterAvatarProps) {
  const { ground, letter } = avatarColours(color);
  return (
    <span
      className={classes.avatar}
      style={{ backgroundColor: ground, color: letter }}
      data-size={size}
      data-letter={firstLetter(name)}
      aria-hidden
    />
  );
}

/** By grapheme, so that letters of every script stay complete. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim());
  return (first?.segment ?? '?').toLocaleUpperCase();
}
