import classes from './ProgressBar.module.css';

export type BarTone = 'still' | 'moving' | 'sure' | 'broken';

/** A part of the bar, in the same unit as `total`; parts follow each other from the left. */
export interface BarPart {
  amount: number;
  tone: BarTone;
}

/** The done share of a total, in one or two tones. The number is next to it as text. */
export function ProgressBar({
  parts,
  total,
  label,
  thick = false,
}: {
  parts: readonly BarPart[];
  total: number;
  label: string;
  thick?: boolean;
}) {
  const ends = parts.map((_, n) => parts.slice(0, n + 1).reduce((sum, part) => sum + part.amount, 0));
  return (
    <div
      className={classes.track}
      data-thick={thick || undefined}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share(ends.at(-1) ?? 0, total))}
    >
      {parts.map((part, n) => (
        <div
          key={part.tone}
          className={classes.part}
          data-tone={part.tone}
          // Each part reaches from the left end to its own, the first on top. Translated, not resized, which needs no new layout.
          style={{ transform: `translateX(${share(ends[n] ?? 0, total) - 100}%)`, zIndex: parts.length - n }}
        />
      ))}
    </div>
  );
}

function share(amount: number, total: number): number {
  return total > 0 ? Math.min(100, Math.max(0, (100 * amount) / total)) : 0;
}
