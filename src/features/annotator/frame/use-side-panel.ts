import { useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { CaseTask } from '#features/annotator/case-task.ts';
import { useCommentState } from '#features/annotator/comments/comments-context.tsx';
import { useShownComparison } from '#features/annotator/compare/use-shown-comparison.ts';
import { useForms } from '#features/annotator/form/forms-context.tsx';
import { isMaskTool } from '#features/annotator/masks/mask-tools.ts';
import { isDrawnKind } from '#features/annotator/measure/measure-kinds.ts';
import { useProposals } from '#features/annotator/proposals/use-proposals.ts';
import { useLatest } from '#ui/viewer/use-latest.ts';
import { useStation } from '#features/annotator/workstation.ts';
import type { PanelTab } from './PanelTabs.tsx';

export interface SidePanelState {
  tab: PanelTab;
  /** Where the panel covers the page. */
  isOpen: boolean;
  setTab: (tab: PanelTab) => void;
  setOpen: (isOpen: boolean) => void;
  /** Opens it where it covers the page. */
  show: (tab: PanelTab) => void;
}

const FIRST_TAB: PanelTab = 'view';

/** The tab of the panel: it follows the task, the tool and whatever asks to be shown. */
export function useSidePanel(task: CaseTask | null, isWide: boolean): SidePanelState {
  const [tab, setTab] = useState<PanelTab>(FIRST_TAB);
  const [isOpen, setOpen] = useState(false);
  const isMeasuring = useStation(({ tool }) => tool !== null && isDrawnKind(tool));
  const isDrawing = useStation(({ tool }) => tool !== null && isMaskTool(tool));
  const askedComments = useCommentState((state) => state.asked);
  const { lesions } = useForms();
  const { asked: askedLesion } = useSyncExternalStore(lesions.subscribe, lesions.read);
  const { review, aiinfer } = useSearch({ strict: false }) as { review?: unknown; aiinfer?: unknown };
  const isReview = String(review) === 'true';
  const isProposal = String(aiinfer) === 'true';
  const hasTask = task !== null;
  const hasForm = hasTask && (task.read?.form ?? null) !== null;
  const isWideNow = useLatest(isWide);
  const show = useCallback(
    (next: PanelTab) => {
      // Beside the panes it is always open. A window that becomes narrow must not be covered by it.
      if (!isWideNow.current) setOpen(true);
      setTab(next);
    },
    [isWideNow],
  );
  useEffect(() => {
    if (isProposal) setTab('proposal');
    else if (isReview) setTab('comments');
    else if (hasTask) setTab(hasForm ? 'form' : 'segments');
  }, [hasTask, hasForm, isReview, isProposal]);
  const hasOpenProposal = useProposals(({ current }) => current !== null);
  useEffect(() => {
    // Nobody has to look for what waits for a decision. Whoever has chosen a tab keeps it.
    if (hasOpenProposal && !hasTask) setTab((now) => (now === FIRST_TAB ? 'proposal' : now));
  }, [hasOpenProposal, hasTask]);
  useShownComparison(tab, setTab);
  useEffect(() => {
    // Who fills in a form or follows lesions measures for it.
    if (isMeasuring) setTab((now) => (now === 'form' || now === 'follow-up' ? now : 'measure'));
  }, [isMeasuring]);
  useEffect(() => {
    if (isDrawing) setTab('segments');
  }, [isDrawing]);
  useEffect(() => {
    if (askedComments > 0) show('comments');
  }, [askedComments, show]);
  useEffect(() => {
    if (askedLesion !== null) show('form');
  }, [askedLesion, show]);
  return { tab, isOpen, setTab, setOpen, show };
}
