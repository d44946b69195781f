import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { t } from '#language/t.ts';
import { draftKey } from '#model/comments/comment-draft.ts';
import { cellPoints, type SeenPane } from '#features/annotator/measure/pane-measuring.ts';
import measureClasses from '#features/annotator/measure/MeasureLayer.module.css';
import { isOn, isStored } from '#features/annotator/measure/slice-place.ts';
import { keyNames } from '#ui/key-names.ts';
import { useComments, useCommentState } from './comments-context.tsx';
import type { CommentActions } from './pane-commenting.ts';
import classes from './PinLayer.module.css';
import { ringPlace } from './ring-place.ts';
import { COMMENT_TEXTS } from './texts.ts';

interface PinLayerProps extends Pick<SeenPane, 'shown' | 'size' | 'pane'> {
  at: number;
  isActive: boolean;
  comment: CommentActions;
}

/** The comments on the slice of a pane, each a numbered ring beside its point. The list of the panel has the same for the keyboard. */
export function PinLayer({ at, isActive, shown, size, pane, comment }: PinLayerProps) {
  const { threads, drafts, study, store } = useComments();
  const current = useCommentState((state) => state.current);
  const isPinning = useCommentState((state) => state.isPinning);
  const refusal = useCommentState((state) => state.refusal);
  if (shown === null || size.width === 0) return null;
  const { picture, of } = shown;
  const draft = drafts?.find(({ key }) => key === draftKey.new(study));
  const written = draft === undefined ? [] : [{ uuid: NEW, pin: draft.pin, words: '+', isResolved: false }];
  const known = threads
    .filter(({ isResolved, uuid }) => !isResolved || uuid === current)
    .map(({ uuid, number, first: { pin }, isResolved }) => ({ uuid, pin, words: number === null ? '…' : String(number), isResolved }));
  const pins = [...known, ...written].flatMap(({ pin, ...one }) =>
    pin !== null && isStored(picture) && of.series !== null && isOn(pin, of.series, picture) ? [{ ...one, point: pin.point }] : [],
  );
  let whole = 0;
  const rings = pins.map((pin) => {
    const point = pin.point === null ? null : cellPoints({ shown, size, pane }, [pin.point])[0]!;
    return { ...pin, point, ring: point === null ? { x: WHOLE.x, y: WHOLE.y + WHOLE.step * whole++ } : ringPlace(point, size) };
  });
  return (
    <>
      <svg className={measureClasses.layer} width={size.width} height={size.height} aria-hidden>
        {rings.map(
          ({ uuid, point, ring }) =>
            point && (
              <g key={uuid} className={classes.leader}>
                <line x1={point.x} y1={point.y} x2={ring.x} y2={ring.y} data-edge />
                <line x1={point.x} y1={point.y} x2={ring.x} y2={ring.y} />
                <circle cx={point.x} cy={point.y} r={2} />
              </g>
            ),
        )}
      </svg>
      {rings.map(({ uuid, words, ring, isResolved }) => (
        <button
          key={uuid}
          type="button"
          className={classes.ring}
          style={{ left: ring.x, top: ring.y }}
          data-pin={uuid}
          data-current={uuid === current || uuid === NEW || undefined}
          data-resolved={isResolved || undefined}
          aria-label={uuid === NEW ? COMMENT_TEXTS.new : t('Comment {words}', { words })}
          tabIndex={-1}
          onPointerDown={(event) => event.stopPropagation()}
          onPointerUp={(event) => event.stopPropagation()}
          onDoubleClick={(event) => event.stopPropagation()}
          onClick={() => (uuid === NEW ? store.begun() : store.show(uuid))}
        >
          {words}
        </button>
      ))}
      {isActive && isPinning && <PinHint onWholeSlice={() => comment.pin(null)} onCancel={() => store.pin(false)} />}
      {refusal?.pane === at && (
        <p className={measureClasses.notice} role="status">
          {refusal.why}
        </p>
      )}
    </>
  );
}

const NEW = 'new';
/** Comments on a whole slice are below the words in the corner. CSS pixels. */
const WHOLE = { x: 28, y: 64, step: 32 };

/** While a comment is placed, Enter and Esc are its keys. */
function PinHint({ onWholeSlice, onCancel }: { onWholeSlice: () => void; onCancel: () => void }) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.target instanceof Element && event.target.closest('input, textarea, [role="menu"], [role="dialog"]') !== null) return;
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      (event.key === 'Enter' ? onWholeSlice : onCancel)();
    }
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [onWholeSlice, onCancel]);
  return (
    <div
      className={classes.hint}
      role="status"
      onPointerDown={(event) => event.stopPropagation()}
      onPointerUp={(event) => event.stopPropagation()}
    >
      {COMMENT_TEXTS.pinHint}
      <Button size="compact-xs" variant="default" aria-keyshortcuts="Enter" onClick={onWholeSlice}>
        {COMMENT_TEXTS.onWholeSlice} ({keyNames('Enter')})
      </Button>
      <Button size="compact-xs" variant="default" aria-keyshortcuts="Escape" onClick={onCancel}>
        {COMMENT_TEXTS.cancel} ({keyNames('Esc')})
      </Button>
    </div>
  );
}
