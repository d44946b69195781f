import { useLayoutEffect, useRef } from 'react';
import type { PointedStore } from '#features/annotator/pane/pointed.ts';
import classes from './MaskOver.module.css';

interface BrushRingProps {
  pointed: PointedStore;
  /** Of the pane, in CSS pixels, as is the radius. */
  size: { width: number; height: number };
  radius: number;
}

/** The brush at its size. Moved without React and on a layer of its own, because nothing else is drawn again then. */
export function BrushRing({ pointed, size: { width, height }, radius }: BrushRingProps) {
  const ring = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    const place = (): void => {
      const at = pointed.read();
      if (ring.current === null) return;
      ring.current.style.visibility = at === null ? 'hidden' : 'visible';
      if (at !== null) ring.current.style.transform = `translate(${at.x + width / 2}px, ${at.y + height / 2}px)`;
    };
    place();
    return pointed.subscribe(place);
  }, [pointed, width, height]);
  const side = 2 * (radius + EDGE);
  return (
    <svg
      ref={ring}
      className={classes.brush}
      style={{ inset: `${-side / 2}px auto auto ${-side / 2}px` }}
      width={side}
      height={side}
      viewBox={`${-side / 2} ${-side / 2} ${side} ${side}`}
      data-brush
      aria-hidden
    >
      <circle data-part="edge" r={radius} />
      <circle data-part="line" r={radius} />
    </svg>
  );
}

/** Half of the widest line, and a pixel. */
const EDGE = 3;
