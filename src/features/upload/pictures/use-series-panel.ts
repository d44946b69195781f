import { useCallback, useRef, useState } from 'react';
import { focusSeriesRow, type PanelSeries } from './series-panel-context.ts';

/** The series in the panel. When it closes, the focus returns to the row of the last series, or to what opened it. */
export function useSeriesPanel() {
  const [panelSeries, setLookedAt] = useState<PanelSeries | null>(null);
  const [isGenerating, setGenerating] = useState(false);
  const opener = useRef<Element | null>(null);

  const lookAt = useCallback((next: PanelSeries) => {
    opener.current = document.activeElement;
    setLookedAt(next);
  }, []);
  const onClose = useCallback(() => {
    const shown = panelSeries;
    setLookedAt(null);
    // After the panel has released the focus.
    requestAnimationFrame(() => {
      if (shown && !focusSeriesRow(shown.seriesId) && opener.current instanceof HTMLElement) opener.current.focus();
    });
  }, [panelSeries]);
  const generatingId = isGenerating ? (panelSeries?.seriesId ?? null) : null;
  return { lookAt, generatingId, panel: { panelSeries, onLookAt: setLookedAt, onClose, onGenerating: setGenerating } };
}
