import { Tabs } from '@mantine/core';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import { t } from '#language/t.ts';
import { FieldList } from '#ui/viewer/FieldList.tsx';
import { ComparePanel } from '#features/annotator/compare/ComparePanel.tsx';
import { useCompare } from '#features/annotator/compare/use-compare.ts';
import { CommentsPanel } from '#features/annotator/comments/CommentsPanel.tsx';
import { COMPUTED_TEXTS } from '#features/annotator/computed/computed-texts.ts';
import { FormPanel, useHasForms } from '#features/annotator/form/FormPanel.tsx';
import { useFollowUp } from '#features/annotator/follow-up/follow-up-context.tsx';
import { FollowUpPanel } from '#features/annotator/follow-up/FollowUpPanel.tsx';
import { HistoryPanel } from '#features/annotator/masks/history/HistoryPanel.tsx';
import { SegmentsPanel } from '#features/annotator/masks/SegmentsPanel.tsx';
import { MeasurePanel } from '#features/annotator/measure/MeasurePanel.tsx';
import { ProposalPanel } from '#features/annotator/proposals/ProposalPanel.tsx';
import { useDeviceRuns, useProposals } from '#features/annotator/proposals/use-proposals.ts';
import { useFields } from '#features/annotator/use-fields.ts';
import { OverlayPanel } from '#features/annotator/overlays/OverlayPanel.tsx';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { PanelTabs, type PanelTab } from './PanelTabs.tsx';
import classes from './SidePanel.module.css';
import viewClasses from './ViewPanel.module.css';
import { ViewPanel } from './ViewPanel.tsx';

interface SidePanelProps {
  /** Of the active pane. */
  series: Series;
  /** The same, or the one that it is computed from. */
  source: Series;
  study: StudyDetail;
  /** Of all studies, and of the study itself. */
  all: readonly Series[];
  own: readonly Series[];
  earlier: readonly { uuid: string; date: string }[];
  /** The header of the files names the patient. */
  isBlinded: boolean;
  tab: PanelTab;
  onTab: (tab: PanelTab) => void;
  onKeyImage: () => void;
  /** The next click on a slice places a comment. */
  onPin: () => void;
}

export function SidePanel({ series, source, study, all, own, earlier, isBlinded, tab, onTab, onKeyImage, onPin }: SidePanelProps) {
  const { overlays } = useWorkstation();
  const isComparing = useCompare((state) => state.isOn);
  const hasOverlays = overlays.offered(series.uuid).length > 0;
  const hasForms = useHasForms();
  const isProposed = useProposals(({ list }) => list !== null && list.length > 0);
  const isOffered = useDeviceRuns(({ offers, running }) => offers.length > 0 || running !== null);
  const hasProposals = isProposed || isOffered;
  const { isOffered: isFollowed } = useFollowUp();
  const has = { overlays: hasOverlays, form: hasForms, compare: isComparing, proposal: hasProposals, followUp: isFollowed };
  const shown = shownTab(tab, has);
  const tabs: PanelTab[] = [
    ...(hasForms ? (['form'] as const) : []),
    'segments',
    ...(hasProposals ? (['proposal'] as const) : []),
    ...(isComparing ? (['compare'] as const) : []),
    ...(isFollowed ? (['follow-up'] as const) : []),
    ...(['measure', 'comments', 'history', 'view'] as const),
    ...(hasOverlays ? (['overlays'] as const) : []),
    ...(isBlinded ? [] : (['tags'] as const)),
  ];
  return (
    <Tabs value={shown} onChange={(next) => onTab(next as PanelTab)} className={classes.tabs ?? ''} keepMounted={false}>
      <PanelTabs tabs={tabs} chosen={shown} study={study.uuid} />
      <Tabs.Panel value="segments" className={classes.segments ?? ''}>
        <SegmentsPanel {...{ study, own }} series={source} />
      </Tabs.Panel>
      <Tabs.Panel value="proposal" className={classes.segments ?? ''}>
        <ProposalPanel study={study} onSegments={() => onTab('segments')} />
      </Tabs.Panel>
      <Tabs.Panel value="compare" className={classes.segments ?? ''}>
        <ComparePanel study={study.uuid} onSegments={() => onTab('segments')} />
      </Tabs.Panel>
      <Tabs.Panel value="follow-up" className={classes.tags ?? ''}>
        <FollowUpPanel study={study} series={all} />
      </Tabs.Panel>
      <Tabs.Panel value="form" className={classes.tags ?? ''}>
        <FormPanel study={study} series={own} />
      </Tabs.Panel>
      <Tabs.Panel value="view">
        <ViewPanel {...{ series, source, own, all }} study={study.uuid} />
      </Tabs.Panel>
      <Tabs.Panel value="overlays">
        <OverlayPanel study={study} />
      </Tabs.Panel>
      <Tabs.Panel value="measure" className={classes.tags ?? ''}>
        <MeasurePanel study={study} series={all} earlier={earlier} onKeyImage={onKeyImage} />
      </Tabs.Panel>
      <Tabs.Panel value="comments" className={classes.tags ?? ''}>
        <CommentsPanel series={all} onPin={onPin} />
      </Tabs.Panel>
      <Tabs.Panel value="history" className={classes.segments ?? ''}>
        <HistoryPanel study={study.uuid} />
      </Tabs.Panel>
      <Tabs.Panel value="tags" className={classes.tags ?? ''}>
        {series === source ? <Tags /> : <p className={viewClasses.note}>{COMPUTED_TEXTS.noTags}</p>}
      </Tabs.Panel>
    </Tabs>
  );
}

/** A tab that is not there gives its place to the next best. */
function shownTab(
  tab: PanelTab,
  has: { overlays: boolean; form: boolean; compare: boolean; proposal: boolean; followUp: boolean },
): PanelTab {
  if (tab === 'follow-up' && !has.followUp) return 'measure';
  if ((tab === 'compare' && !has.compare) || (tab === 'proposal' && !has.proposal)) return 'segments';
  if ((tab === 'overlays' && !has.overlays) || (tab === 'form' && !has.form)) return 'view';
  return tab;
}

function Tags() {
  return <FieldList title={t('Tags')} fields={useFields()} />;
}
