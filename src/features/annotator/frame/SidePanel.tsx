import { Tabs } from '@mantine/core';
import type { Series } from '#contract/study-detail.ts';
import { FieldList } from '#ui/viewer/FieldList.tsx';
import { useFields } from '#features/annotator/use-fields.ts';
import classes from './SidePanel.module.css';
import { ViewPanel } from './ViewPanel.tsx';

export type PanelTab = 'view' | 'tags';

interface SidePanelProps {
  /** Of the active pane. */
  series: Series;
  tab: PanelTab;
  onTab: (tab: PanelTab) => void;
}

export function SidePanel({ series, tab, onTab }: SidePanelProps) {
  return (
    <Tabs value={tab} onChange={(next) => onTab(next as PanelTab)} className={classes.tabs ?? ''} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="view">View</Tabs.Tab>
        <Tabs.Tab value="tags">Tags</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="view">
        <ViewPanel series={series} />
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
