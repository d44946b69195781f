import { Tabs } from '@mantine/core';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import { FieldList } from '#ui/viewer/FieldList.tsx';
import { MASK_TEXTS } from '#features/annotator/masks/mask-texts.ts';
import { SegmentsPanel } from '#features/annotator/masks/SegmentsPanel.tsx';
import { MeasureCount, MeasurePanel } from '#features/annotator/measure/MeasurePanel.tsx';
import { MEASURE_TEXTS } from '#features/annotator/measure/texts.ts';
import { useFields } from '#features/annotator/use-fields.ts';
import { OverlayPanel } from '#features/annotator/overlays/OverlayPanel.tsx';
import { OVERLAY_TEXTS } from '#features/annotator/overlays/overlay-texts.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import classes from './SidePanel.module.css';
import { ViewPanel } from './ViewPanel.tsx';

export type PanelTab = 'segments' | 'view' | 'measure' | 'overlays' | 'tags';

interface SidePanelProps {
  /** Of the active pane. */
  series: Series;
  study: StudyDetail;
  /** Of all studies, and of the study itself. */
  all: readonly Series[];
  own: readonly Series[];
  earlier: readonly { uuid: string; date: string }[];
  tab: PanelTab;
  onTab: (tab: PanelTab) => void;
  onKeyImage: () => void;
}

export function SidePanel({ series, study, all, own, earlier, tab, onTab, onKeyImage }: SidePanelProps) {
  const { overlays } = useWorkstation();
  const hasOverlays = overlays.offered(series.uuid).length > 0;
  return (
    <Tabs
      value={tab === 'overlays' && !hasOverlays ? 'view' : tab}
      onChange={(next) => onTab(next as PanelTab)}
      className={classes.tabs ?? ''}
      keepMounted={false}
    >
      <Tabs.List className={classes.list ?? ''}>
        <Tabs.Tab value="segments">{MASK_TEXTS.tab}</Tabs.Tab>
        <Tabs.Tab value="view">View</Tabs.Tab>
        <Tabs.Tab value="measure">
          {MEASURE_TEXTS.tab} <MeasureCount study={study.uuid} />
        </Tabs.Tab>
        {hasOverlays && <Tabs.Tab value="overlays">{OVERLAY_TEXTS.name}</Tabs.Tab>}
        <Tabs.Tab value="tags">Tags</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="segments" className={classes.segments ?? ''}>
        <SegmentsPanel {...{ study, series, own }} />
      </Tabs.Panel>
      <Tabs.Panel value="view">
        <ViewPanel series={series} />
      </Tabs.Panel>
      <Tabs.Panel value="overlays">
        <OverlayPanel study={study} />
      </Tabs.Panel>
      <Tabs.Panel value="measure" className={classes.tags ?? ''}>
        <MeasurePanel study={study} series={all} earlier={earlier} onKeyImage={onKeyImage} />
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
