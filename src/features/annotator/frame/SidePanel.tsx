import { Tabs } from '@mantine/core';
import type { Series } from '#contract/study-detail.ts';
import { FieldList } from '#ui/viewer/FieldList.tsx';
import { useFields } from '#features/annotator/use-fields.ts';
import { OverlayPanel } from '#features/annotator/overlays/OverlayPanel.tsx';
import { OVERLAY_TEXTS } from '#features/annotator/overlays/overlay-texts.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import classes from './SidePanel.module.css';
import { ViewPanel } from './ViewPanel.tsx';

export type PanelTab = 'view' | 'overlays' | 'tags';

interface SidePanelProps {
  /** Of the active pane. */
  series: Series;
  tab: PanelTab;
  onTab: (tab: PanelTab) => void;
}

export function SidePanel({ series, tab, onTab }: SidePanelProps) {
  const { overlays } = useWorkstation();
  const hasOverlays = overlays.offered(series.uuid).length > 0;
  return (
    <Tabs
      value={tab === 'overlays' && !hasOverlays ? 'view' : tab}
      onChange={(next) => onTab(next as PanelTab)}
      className={classes.tabs ?? ''}
      keepMounted={false}
    >
      <Tabs.List>
        <Tabs.Tab value="view">View</Tabs.Tab>
        {hasOverlays && <Tabs.Tab value="overlays">{OVERLAY_TEXTS.name}</Tabs.Tab>}
        <Tabs.Tab value="tags">Tags</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="view">
        <ViewPanel series={series} />
      </Tabs.Panel>
      <Tabs.Panel value="overlays">
        <OverlayPanel />
      </Tabs.Panel>
      <Tabs.Panel value="tags" className={classes.tags ?? ''}>
        <Tags />
      </Tabs.Panel>
    </Tabs>
  );
}

function Tags() {
  return <FieldList title="Tags" fields={useFields()} />;
}
