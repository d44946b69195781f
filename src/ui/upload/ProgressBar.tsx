import classes from './ProgressBar.module.css';

export type BarTone = 'still' | 'moving' | 'sure' | 'broken';

/** A stretch of the bar, in the same unit as `total`; stretches stand behind each other from the left. */
export interface BarPart {
  amount: number;
  tone: BarTone;
}

/** How much of a known total is done, in one or two tones. The number stands beside it in words; the bar alone says nothing. */
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
          // Each reaches from the left end to its own, the first above the others. Moved and never made wider: that needs no new layout.
          style={{ transform: `translateX(${share(ends[n] ?? 0, total) - 100}%)`, zIndex: parts.length - n }}
        />
      ))}
    </div>
  );
}

function share(amount: number, total: number): number {
  return total > 0 ? Math.min(100, Math.max(0, (100 * amount) / total)) : 0;
}
