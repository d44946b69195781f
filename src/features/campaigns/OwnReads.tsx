import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { IconCircleCheck, IconExternalLink, IconFilterX, IconLock } from '@tabler/icons-react';
import type { OwnRead } from '#contract/campaigns.ts';
import { t } from '#language/t.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { readPath } from '#model/addresses/annotator-address.ts';
import { nextRead, type ShownList } from '#model/campaigns/shown-reads.ts';
import { OPENS_ANNOTATOR } from '#ui/annotator-link.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount, formatDuration } from '#ui/format.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import table from '#ui/lists/table.module.css';
import { Note } from '#ui/Note.tsx';
import { Status } from '#ui/status/Status.tsx';
import { Figure, Figures } from '#ui/upload/Figure.tsx';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { leftMsOf } from './campaign-figures.ts';
import classes from './Campaigns.module.css';
import { CampaignStates } from './CampaignStates.tsx';
import { Guideline } from './Guideline.tsx';
import { READ_WORDS } from './own-reads.ts';
import { caseText, dueText, leftTimeText, openReadText, readsText, skippedText, TEXTS, whyText } from './texts.ts';
import { useOwnReads } from './use-campaigns.ts';

/** The reads of a reader. Cases have a number and no name, and nothing tells a repeat from a first read. */
export function OwnReads({ db, uuid }: { db: LocalDb; uuid: string }) {
  const query = useOwnReads(db, uuid);
  return (
    <CampaignStates query={query}>{(found) => (found === undefined ? <Skeleton height={320} /> : <Reads list={found} />)}</CampaignStates>
  );
}

function Reads({ list: { campaign, reads } }: { list: ShownList }) {
  const isRunning = campaign.state === 'running';
  const inOrder = reads.toSorted((a, b) => a.number - b.number);
  return (
    <div className={classes.page}>
      {!isRunning && <Note tone="you" icon={IconLock} title={TEXTS.finishedNote} />}
      {isRunning && reads.length > 0 && nextRead(reads) === null && <Note tone="sure" icon={IconCircleCheck} title={TEXTS.allRead} />}
      <Progress list={{ campaign, reads }} />
      <div className={classes.columns}>
        {reads.length === 0 ? (
          <EmptyState icon={IconFilterX} title={TEXTS.noReads}>
            {TEXTS.noReadsWhy}
          </EmptyState>
        ) : (
          <div className={classNames(table.table, classes.reads)} role="table" aria-label={TEXTS.ownReads}>
            <div className={table.head} role="row">
              <span role="columnheader">{TEXTS.columnsOfReads.number}</span>
              <span role="columnheader">{TEXTS.columnsOfReads.state}</span>
              <span role="columnheader" className={table.end}>
                {TEXTS.columnsOfReads.time}
              </span>
            </div>
            {inOrder.map((read) => (
              <ReadRow key={read.uuid} read={read} path={isRunning ? readPath(campaign.uuid, read) : null} />
            ))}
          </div>
        )}
        <Guideline text={campaign.guideline} version={campaign.guideline_version} />
      </div>
    </div>
  );
}

function Progress({ list: { campaign, reads } }: { list: ShownList }) {
  const done = reads.filter(({ state }) => state === 'done').length;
  const skipped = reads.filter(({ state, skipped: reason }) => state !== 'done' && reason !== null).length;
  const left = reads.length - done;
  return (
    <Figures>
      <Figure
        name={TEXTS.ownReads}
        value={
          <>
            <strong>{formatCount(done)}</strong>
            {` ${t('of {total}', { total: formatCount(reads.length) })}`}
          </>
        }
        note={skipped > 0 ? skippedText(skipped) : undefined}
      >
        <ProgressBar label={TEXTS.ownReads} total={reads.length} parts={[{ amount: done, tone: 'moving' }]} thick />
      </Figure>
      <Figure
        name={TEXTS.left}
        value={<strong>{readsText(left)}</strong>}
        note={[left > 0 && leftTimeText(leftMsOf(reads)), campaign.due !== null && dueText(campaign.due)].filter(Boolean).join(', ')}
      />
      {campaign.structure !== null && <Figure name={TEXTS.structure} value={<strong>{campaign.structure.title}</strong>} />}
    </Figures>
  );
}

/** `path`: null once nothing more is read. A read that is done is closed. */
function ReadRow({ read, path }: { read: OwnRead; path: string | null }) {
  const { number, state, spent_ms: spent } = read;
  return (
    <div className={table.row} role="row" data-read={number}>
      <span role="rowheader" className={table.name}>
        {caseText(number)}
      </span>
      <span role="cell" className={classes.state}>
        <Status word={READ_WORDS[state]} note={whyText(read)} />
      </span>
      <span role="cell" className={classes.readEnd}>
        {spent > 0 && <span className={classes.number}>{formatDuration(spent / 1_000)}</span>}
        {path !== null && state !== 'done' && (
          <Tooltip label={TEXTS.openRead}>
            <ActionIcon component="a" href={path} aria-label={openReadText(number)} {...OPENS_ANNOTATOR}>
              <IconExternalLink size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </span>
    </div>
  );
}
