import { Tabs, Tooltip } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconArrowsDiff,
  IconBrush,
  IconClipboardText,
  IconHistory,
  IconMessage,
  IconRuler2,
  IconSparkles,
  IconStack,
  IconTags,
  IconTimeline,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { COMPARE_TEXTS } from '#features/annotator/compare/compare-texts.ts';
import { CommentCount } from '#features/annotator/comments/CommentsPanel.tsx';
import { COMMENT_TEXTS } from '#features/annotator/comments/texts.ts';
import { FORM_TEXTS } from '#features/annotator/form/form-texts.ts';
import { FOLLOW_UP_TEXTS } from '#features/annotator/follow-up/follow-up-texts.ts';
import { HISTORY_TEXTS } from '#features/annotator/masks/history/history-texts.ts';
import { MASK_TEXTS } from '#features/annotator/masks/mask-texts.ts';
import { MeasureCount } from '#features/annotator/measure/MeasurePanel.tsx';
import { MEASURE_TEXTS } from '#features/annotator/measure/texts.ts';
import { OVERLAY_TEXTS } from '#features/annotator/overlays/overlay-texts.ts';
import { PROPOSAL_TEXTS } from '#features/annotator/proposals/proposal-texts.ts';
import { inContext, t } from '#language/t.ts';
import classes from './PanelTabs.module.css';

export type PanelTab =
  | 'form'
  | 'segments'
  | 'proposal'
  | 'compare'
  | 'follow-up'
  | 'measure'
  | 'comments'
  | 'history'
  | 'view'
  | 'overlays'
  | 'tags';

interface Look {
  name: string;
  Icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': true; className: string }>;
}

const LOOKS: Record<PanelTab, Look> = {
  form: { name: FORM_TEXTS.tab, Icon: IconClipboardText },
  segments: { name: MASK_TEXTS.tab, Icon: IconBrush },
  proposal: { name: PROPOSAL_TEXTS.tab, Icon: IconSparkles },
  compare: { name: COMPARE_TEXTS.tab, Icon: IconArrowsDiff },
  'follow-up': { name: FOLLOW_UP_TEXTS.tab, Icon: IconTimeline },
  measure: { name: MEASURE_TEXTS.tab, Icon: IconRuler2 },
  comments: { name: COMMENT_TEXTS.tab, Icon: IconMessage },
  history: { name: HISTORY_TEXTS.tab, Icon: IconHistory },
  view: { name: inContext('panel', 'View'), Icon: IconAdjustmentsHorizontal },
  overlays: { name: OVERLAY_TEXTS.name, Icon: IconStack },
  tags: { name: t('Tags'), Icon: IconTags },
};

/** What is worked with has words where there is room; what is needed less often has an icon. */
const WITH_ICONS: ReadonlySet<PanelTab> = new Set(['history', 'view', 'overlays', 'tags']);
/** Tabs for which a panel of 20 rem has room, words included. With more, only the chosen one has its word. */
const MOST_WITH_WORDS = 6;

interface PanelTabsProps {
  /** In their order. */
  tabs: readonly PanelTab[];
  chosen: PanelTab;
  /** UUID. */
  study: string;
}

/** The tabs of the side panel. They share its width, however many there are: the row never scrolls. */
export function PanelTabs({ tabs, chosen, study }: PanelTabsProps) {
  const isCrowded = tabs.length > MOST_WITH_WORDS;
  return (
    <Tabs.List className={classes.list ?? ''} data-crowded={isCrowded || undefined}>
      {tabs.map((tab) => (
        <PanelTabItem key={tab} tab={tab} hasWord={isCrowded ? tab === chosen : !WITH_ICONS.has(tab)}>
          {tab === 'measure' && <MeasureCount study={study} />}
          {tab === 'comments' && <CommentCount />}
        </PanelTabItem>
      ))}
    </Tabs.List>
  );
}

/** `children`: its count. */
function PanelTabItem({ tab, hasWord, children }: { tab: PanelTab; hasWord: boolean; children: ReactNode }) {
  const { name, Icon } = LOOKS[tab];
  return (
    <Tooltip label={name} disabled={hasWord}>
      <Tabs.Tab value={tab} className={classes.tab ?? ''} data-word={hasWord || undefined} data-first-icon={tab === 'history' || undefined}>
        {!hasWord && <Icon size={16} stroke={1.5} aria-hidden className={classes.icon ?? ''} />}
        <span className={classes.word}>{name}</span> <span className={classes.count}>{children}</span>
      </Tabs.Tab>
    </Tooltip>
  );
}
