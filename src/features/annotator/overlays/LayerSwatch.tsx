import type { LayerLook } from './layer-look.ts';
import classes from './LayerSwatch.module.css';

/** A layer as it is drawn: filled, an outline, or both. Empty while it is hidden. */
export function LayerSwatch({ colour, drawn, isShown }: { colour: string; drawn: LayerLook['drawn']; isShown: boolean }) {
  return (
    <span
      className={classes.swatch}
      data-drawn={drawn}
      data-hidden={!isShown || undefined}
      style={{ '--layer': colour } as object}
      aria-hidden
    />
  );
}
