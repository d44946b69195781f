import { useId } from 'react';
import { COLOUR_A, COLOUR_B } from './draw-difference.ts';

/** How a part of the difference is drawn: stripes for A, dots for B, nothing in what both have. Words stand beside it. */
export function PatternSwatch({ of }: { of: 'a' | 'b' | 'both' }) {
  const id = useId();
  const colour = of === 'a' ? COLOUR_A : of === 'b' ? COLOUR_B : '#fff';
  return (
    <svg width="22" height="14" aria-hidden>
      {of !== 'both' && (
        <defs>
          <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
            {of === 'a' ? (
              <path d="M-1 7 L7 -1 M-4 4 L4 -4 M2 10 L10 2" stroke={colour} strokeWidth="1.5" />
            ) : (
              <>
                <circle cx="1.5" cy="1.5" r="1.2" fill={colour} />
                <circle cx="4.5" cy="4.5" r="1.2" fill={colour} />
              </>
            )}
          </pattern>
        </defs>
      )}
      <rect x="0.75" y="0.75" width="20.5" height="12.5" fill={of === 'both' ? 'none' : `url(#${id})`} stroke={colour} strokeWidth="1.5" />
    </svg>
  );
}
