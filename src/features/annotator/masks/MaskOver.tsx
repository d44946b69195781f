import { ClickMarks } from '#features/annotator/clicks/ClickMarks.tsx';
import { ScribbleMarks } from '#features/annotator/scribbles/ScribbleMarks.tsx';
import { useScribbles } from '#features/annotator/scribbles/use-scribbles.ts';
import { cellPoints, type SeenPane } from '#features/annotator/measure/pane-measuring.ts';
import measureClasses from '#features/annotator/measure/MeasureLayer.module.css';
import { keyOf } from '#features/annotator/overlays/overlay-store.ts';
import type { PointedStore } from '#features/annotator/pane/pointed.ts';
import { useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { BrushRing } from './BrushRing.tsx';
import { isMaskTool } from './mask-tools.ts';
import { earlierText } from './history/history-texts.ts';
import { useMask } from './masks-context.tsx';
import classes from './MaskOver.module.css';

interface MaskOverProps extends Pick<SeenPane, 'shown' | 'size' | 'pane'> {
  at: number;
  pointed: PointedStore;
  /** CSS pixels for a mm; null if lengths are not known. */
  pixelsPerMm: number | null;
}

/** The brush at its size, the polygon that is being drawn, and why nothing can be drawn. Segments are on a canvas below. */
export function MaskOver({ at, shown, size, pane, pointed, pixelsPerMm }: MaskOverProps) {
  const { masks } = useWorkstation();
  const isBrush = useStation(({ tool }) => tool === 'brush' || tool === 'eraser' || tool === 'scribble');
  const isScribble = useStation(({ tool }) => tool === 'scribble');
  const isDrawing = useStation(({ tool }) => tool !== null && isMaskTool(tool));
  const brushMm = useMask(({ options }) => options.radiusMm);
  const { widthMm } = useScribbles();
  const radiusMm = isScribble ? widthMm / 2 : brushMm;
  const polygon = useMask((state) => state.polygon);
  const isFilled = useMask(({ options }) => options.mode === 'fill-inside');
  const current = useMask((state) => state.current);
  const refusal = useMask((state) => state.refusal);
  const earlier = useMask((state) => state.earlier);
  if (shown === null || size.width === 0) return null;
  const points = polygon?.key === keyOf(shown.of) ? cellPoints({ shown, size, pane }, polygon.points) : [];
  const path = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  return (
    <>
      <svg className={measureClasses.layer} width={size.width} height={size.height} aria-hidden>
        {path !== '' && (
          <g
            className={classes.polygon}
            data-filled={isFilled || undefined}
            style={{ '--segment': current === null ? '#fff' : masks.colourOf(current) } as object}
          >
            <path d={`${path}Z`} data-edge />
            <path d={`${path}Z`} data-polygon />
          </g>
        )}
        <ClickMarks {...{ shown, size, pane }} />
        <ScribbleMarks {...{ shown, size, pane, pixelsPerMm }} />
      </svg>
      {isBrush && pixelsPerMm !== null && <BrushRing pointed={pointed} size={size} radius={Math.max(2, radiusMm * pixelsPerMm)} />}
      {earlier !== null && (
        <p className={measureClasses.notice} data-earlier>
          {earlierText(earlier.title)}
        </p>
      )}
      {isDrawing && refusal?.pane === at && (
        <p className={measureClasses.notice} role="status">
          {refusal.why}
        </p>
      )}
    </>
  );
}
