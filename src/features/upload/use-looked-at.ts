import { useCallback, useRef, useState } from 'react';
import { focusSeriesRow, type LookedAt } from './looked-at.ts';

/** What the panel shows. When it closes, the focus goes back to the row of the series that was shown last, or to what opened it. */
export function useLookedAt() {
  const [lookedAt, setLookedAt] = useState<LookedAt | null>(null);
  const [isGenerating, setGenerating] = useState(false);
  const opener = useRef<Element | null>(null);

  const lookAt = useCallback((next: LookedAt) => {
    opener.current = document.activeElement;
    setLookedAt(next);
  }, []);
  const onClose = useCallback(() => {
    const shown = lookedAt;
    setLookedAt(null);
    // After the panel has let go of the focus.
    requestAnimationFrame(() => {
      if (shown && !focusSeriesRow(shown.seriesId) && opener.current instanceof HTMLElement) opener.current.focus();
    });
  }, [lookedAt]);
  const generatingId = isGenerating ? (lookedAt?.seriesId ?? null) : null;
  return { lookAt, generatingId, panel: { lookedAt, onLookAt: setLookedAt, onClose, onGenerating: setGenerating } };
}
