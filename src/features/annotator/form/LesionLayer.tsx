import { useMemo, useSyncExternalStore } from 'react';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import pinClasses from '#features/annotator/comments/PinLayer.module.css';
import measureClasses from '#features/annotator/measure/MeasureLayer.module.css';
import { cellPoints, type SeenPane } from '#features/annotator/measure/pane-measuring.ts';
import { isStored } from '#features/annotator/measure/slice-place.ts';
import { useOpenSeries } from '#features/annotator/workstation.ts';
import { ITEM_NAMES } from './form-texts.ts';
import { useForms } from './forms-context.tsx';
import { lesionMarks, nearnessOf } from './lesion-marks.ts';
import classes from './LesionLayer.module.css';
import { lesionRing } from './lesion-ring.ts';

/** The lesions of the form on the slice of a pane, each a numbered ring beside its point, faint on the slices beside it. A click opens one in the form. */
export function LesionLayer({ shown, size, pane }: Pick<SeenPane, 'shown' | 'size' | 'pane'>) {
  const { user } = useSession<Session>();
  const { answers, read, lesions } = useForms();
  const { current, other } = useSyncExternalStore(lesions.subscribe, lesions.read);
  const open = useOpenSeries(pane.series);
  const marks = useMemo(() => lesionMarks(answers, { read: read?.uuid ?? null, userId: user.id, other }), [answers, read, user.id, other]);
  if (shown === null || size.width === 0 || marks.length === 0) return null;
  const { picture, of } = shown;
  const { series } = of;
  if (series === null || !isStored(picture)) return null;
  const rings = marks.flatMap((mark) => {
    const nearness = nearnessOf(mark, series, picture, open);
    if (nearness === null) return [];
    const point = cellPoints({ shown, size, pane }, [mark.point])[0]!;
    return [{ ...mark, nearness, at: point, ring: lesionRing(point, size) }];
  });
  return (
    <>
      <svg className={measureClasses.layer} width={size.width} height={size.height} aria-hidden>
        {rings.map(({ lesion, colour, nearness, at, ring }) => (
          <g key={lesion} className={classes.leader} data-beside={nearness === 'beside' || undefined} style={{ color: colour }}>
            <line x1={at.x} y1={at.y} x2={ring.x} y2={ring.y} data-edge />
            <line x1={at.x} y1={at.y} x2={ring.x} y2={ring.y} />
            <circle cx={at.x} cy={at.y} r={2} />
          </g>
        ))}
      </svg>
      {rings.map(({ form, lesion, number, colour, nearness, ring }) => (
        <button
          key={lesion}
          type="button"
          className={`${pinClasses.ring} ${classes.ring}`}
          style={{ left: ring.x, top: ring.y, borderColor: colour }}
          data-lesion={lesion}
          data-current={lesion === current || undefined}
          data-beside={nearness === 'beside' || undefined}
          aria-label={`${ITEM_NAMES.lesion} ${number}`}
          tabIndex={-1}
          onPointerDown={(event) => event.stopPropagation()}
          onPointerUp={(event) => event.stopPropagation()}
          onDoubleClick={(event) => event.stopPropagation()}
          onClick={() => lesions.show(form, lesion)}
        >
          {number}
        </button>
      ))}
    </>
  );
}
