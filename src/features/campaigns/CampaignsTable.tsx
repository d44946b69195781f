import { Link } from '@tanstack/react-router';
import type { ListedCampaign } from '#contract/campaigns.ts';
import { classNames } from '#ui/class-names.ts';
import link from '#ui/lists/row-link.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import table from '#ui/lists/table.module.css';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import classes from './Campaigns.module.css';
import { BlindedMark, CampaignStateMark } from './CampaignMarks.tsx';
import { dayText, PART_TEXTS, readOfText, STATE_TEXTS, TEXTS } from './texts.ts';

/** `undefined` while loading, which shows a skeleton. */
export function CampaignsTable({ campaigns }: { campaigns: readonly ListedCampaign[] | undefined }) {
  const { columns } = TEXTS;
  return (
    <div
      className={classNames(table.table, classes.campaigns)}
      data-list
      role="table"
      aria-label={TEXTS.campaigns}
      aria-busy={campaigns === undefined}
    >
      <div className={table.head} role="row">
        {Object.values(columns).map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      {campaigns === undefined ? (
        <SkeletonRows
          rows={6}
          cells={[
            { width: '56%' },
            { width: '60%', className: classes.wide },
            { width: '70%', className: classes.wide },
            { width: '60%', className: classes.wide },
            { width: '80%' },
          ]}
        />
      ) : (
        campaigns.map((campaign) => <CampaignRow key={campaign.uuid} campaign={campaign} />)
      )}
    </div>
  );
}

function CampaignRow({ campaign: { uuid, title, state, blinded, due, lead, you, reads } }: { campaign: ListedCampaign }) {
  const parts = you.map((part) => PART_TEXTS[part]).join(', ');
  const progress = state === 'draft' ? '' : readOfText(reads.done, reads.total);
  return (
    <div className={classNames(table.row, link.row)} role="row" data-campaign={uuid}>
      <div role="rowheader" className={classes.words}>
        <span className={classes.titled}>
          <Link className={classNames(table.name, link.link)} to="/reviews/campaigns/$uuid" params={{ uuid } as never}>
            <bdi>{title}</bdi>
          </Link>
          {blinded && <BlindedMark />}
        </span>
        <span className={classes.below}>{lead?.name}</span>
        <span className={table.narrow}>{[STATE_TEXTS[state], parts, progress].filter(Boolean).join(' · ')}</span>
      </div>
      <div role="cell" className={classNames(table.text, classes.wide)}>
        {parts}
      </div>
      <div role="cell" className={classes.wide}>
        {state !== 'draft' && (
          <>
            <span className={classes.number}>{progress}</span>
            <ProgressBar label={TEXTS.reads} total={reads.total} parts={[{ amount: reads.done, tone: 'moving' }]} />
          </>
        )}
      </div>
      <div role="cell" className={classNames(table.time, classes.wide)}>
        {due !== null && dayText(due)}
      </div>
      <div role="cell" className={classes.wide}>
        <CampaignStateMark state={state} />
      </div>
    </div>
  );
}
