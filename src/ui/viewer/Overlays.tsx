import { t } from '#language/t.ts';
import { classNames } from '#ui/class-names.ts';
import cornerClasses from './corners.module.css';
import classes from './Overlays.module.css';
import { scaleBar } from './scale-bar.ts';
import type { Shown } from './use-drawn.ts';
import { windowFigure } from './view.ts';
import { pictureScale, type Place, type Sizes } from './view-place.ts';

interface OverlaysProps {
  shown: Shown;
  /** Name of the colours that replace the window. */
  colours: string | null;
  slices: number;
  sizes: Sizes | null;
  place: Place;
}

/** The annotations around a picture: names, orientation, scale (design.md §9). */
export function Overlays({ shown, colours, slices, sizes, place }: OverlaysProps) {
  const { corners, letters, window } = shown;
  const scale = sizes ? pictureScale(sizes, place) : null;
  const state = [
    window && `W ${windowFigure(window.width)} L ${windowFigure(window.center)}`,
    shown.hasCurve && colours,
    scale !== null && t('Zoom {percent}\u00A0%', { percent: Math.round(scale * 100) }),
  ];
  return (
    <div className={classNames(cornerClasses.over, classes.overlays)} aria-hidden>
      <Lines at="top-left" lines={corners.topLeft} />
      <Lines at="top-right" lines={corners.topRight} />
      <Lines at="bottom-left" lines={state.filter((line) => typeof line === 'string')} />
      <Lines at="bottom-right" lines={[t('Im {slice} / {slices}', { slice: shown.slice + 1, slices }), ...corners.bottomRight]} />
      {letters &&
        (['left', 'right', 'top', 'bottom'] as const).map((side) => (
          <span key={side} className={classes.letter} data-side={side}>
            {letters[side]}
          </span>
        ))}
      {sizes && scale !== null && <ScaleBar shown={shown} scale={scale} cellHeight={sizes.cell.height} />}
    </div>
  );
}

function Lines({ at, lines }: { at: string; lines: readonly string[] }) {
  return (
    <div className={cornerClasses.corner} data-at={at}>
      {lines.map((line) => (
        <bdi key={line} className={classes.line}>
          {line}
        </bdi>
      ))}
    </div>
  );
}

/** At most a quarter of the cell, with a tick at each quarter; none if the scale is unknown. */
function ScaleBar({ shown, scale, cellHeight }: { shown: Shown; scale: number; cellHeight: number }) {
  const bar = shown.spacingMm && scaleBar(shown.spacingMm.width / scale, cellHeight / 4);
  if (!bar) return null;
  return (
    <div className={classes.bar} style={{ height: bar.px }} data-mm={bar.mm}>
      <span className={classes.barText}>
        {shown.spacingMm?.by === 'detector' ? t('{mm} mm at detector', { mm: bar.mm }) : `${bar.mm} mm`}
      </span>
      <i className={classes.tick} />
      <i className={classes.tick} />
      <i className={classes.tick} />
    </div>
  );
}
