import { useEffect } from 'react';
import { isMaskTool } from '#features/annotator/masks/mask-tools.ts';
import type { PanelTab } from '#features/annotator/frame/PanelTabs.tsx';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { useCompare } from './use-compare.ts';

/** The panes show the difference unless the panel shows the segments that are drawn on: nobody draws on what they do not see. */
export function useShownComparison(tab: PanelTab, onTab: (tab: PanelTab) => void): void {
  const { compare, station } = useWorkstation();
  const isOn = useCompare((state) => state.isOn);
  const begun = useCompare((state) => state.begun);
  useEffect(() => {
    if (begun > 0) onTab('compare');
  }, [begun, onTab]);
  useEffect(() => {
    if (!isOn) return;
    compare.setShown(tab !== 'segments');
    const { tool } = station.read();
    if (tab === 'compare' && tool !== null && isMaskTool(tool)) station.act({ act: 'tool', tool: 'crosshair' });
  }, [compare, station, isOn, tab]);
}
