import { Anchor, Button } from '@mantine/core';
import { IconAlertOctagon, IconCopy } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { t } from '#language/t.ts';
import type { ProblemView } from '#model/uploads/upload-view.ts';
import { formatCount } from '#ui/format.ts';
import { Around } from '#ui/upload/Around.tsx';
import { firstProblems } from './first-problems.ts';
import { NAME } from './name-place.ts';
import { duplicatesText, PROBLEM_WORDS } from './problem-texts.ts';
import classes from './ProblemRows.module.css';
import { SERVER_ARCHIVE_TEXTS } from '#features/upload/archives/server-archive-texts.ts';
import { ArchivePassword } from '#features/upload/archives/ArchivePassword.tsx';
import { TEXTS } from '#features/upload/texts.ts';
import type { ServerArchiveActions } from '#features/upload/archives/use-server-archives.ts';

const SHOWN_AT_FIRST = 12;

/** From this many, duplicates share one row: a folder dropped twice would hide important rows. */
const GATHERED_FROM = 3;

interface ProblemRowsProps {
  problems: readonly ProblemView[];
  /** Null if the server no longer opens archives. */
  archives?: ServerArchiveActions | null;
  onDismiss: (fileIds: readonly string[]) => void;
}

/** Files that are not uploaded, each with its reason and what to do. */
export function ProblemRows({ problems, archives = null, onDismiss }: ProblemRowsProps) {
  const [all, setAll] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const [eachDuplicate, setEachDuplicate] = useState(false);
  const duplicates = useMemo(() => problems.filter(({ problem }) => problem === 'duplicate'), [problems]);
  const isGathered = !eachDuplicate && duplicates.length >= GATHERED_FROM;
  const rows = useMemo(() => (isGathered ? problems.filter(({ problem }) => problem !== 'duplicate') : problems), [problems, isGathered]);
  const shown = useMemo(() => firstProblems(rows, all ? Infinity : SHOWN_AT_FIRST), [rows, all]);
  const sharedNames = useMemo(() => namesOfSeveral(problems), [problems]);
  if (problems.length === 0) return null;

  /** The row is removed with the pressed button, so the focus moves here. */
  function acting(act: () => void): () => void {
    return () => {
      title.current?.focus();
      act();
    };
  }

  return (
    <section className={classes.card} aria-label={t('Files that stay behind')}>
      <div className={classes.head}>
        <h2 ref={title} className={classes.title} tabIndex={-1}>
          {t('{count, plural, one {# file stays behind} other {# files stay behind}}', { count: problems.length })}
        </h2>
      </div>
      <ul className={classes.rows}>
        {shown.map((problem) => (
          <ProblemRow
            key={problem.fileId}
            problem={problem}
            isNamesake={sharedNames.has(problem.name)}
            onOpenOnServer={archives?.openable(problem.fileId) ? acting(() => archives.openOnServer(problem.fileId)) : null}
            archives={archives}
            onDismiss={acting(() => onDismiss([problem.fileId]))}
          />
        ))}
        {isGathered && (
          <GatheredDuplicates
            count={duplicates.length}
            onShow={acting(() => setEachDuplicate(true))}
            onDismiss={acting(() => onDismiss(duplicates.map(({ fileId }) => fileId)))}
          />
        )}
      </ul>
      {shown.length < rows.length && (
        <Button variant="subtle" color="gray" className={classes.more ?? ''} onClick={() => setAll(true)}>
          {t('Show all {count}', { count: formatCount(rows.length) })}
        </Button>
      )}
    </section>
  );
}

interface ProblemRowProps {
  problem: ProblemView;
  /** Another row has the same name, so the folder is shown. */
  isNamesake: boolean;
  /** Null if the server could not open it either, or this page does not have it. */
  onOpenOnServer: (() => void) | null;
  archives: ServerArchiveActions | null;
  onDismiss: () => void;
}

function ProblemRow({ problem, isNamesake, onOpenOnServer, archives, onDismiss }: ProblemRowProps) {
  const { name } = problem;
  const { what, todo } = PROBLEM_WORDS[problem.problem];
  const [before = '', after = ''] = what.split(NAME);
  return (
    <li className={classes.row} data-problem={problem.problem}>
      <ProblemIcon problem={problem.problem} />
      <span className={classes.words}>
        {/* Highlighted if the sentence starts with it. */}
        {before === '' ? <code className={classes.name}>{name}</code> : `${before}${name}`}
        {after} <span className={classes.todo}>{todo}</span>
        {onOpenOnServer && (
          <span className={classes.todo}>
            {' '}
            {t('Or let the server open it.')} {SERVER_ARCHIVE_TEXTS.means}
          </span>
        )}
        {archives && problem.problem === 'server:archive-encrypted' && (
          <ArchivePassword
            path={pathOf(problem)}
            isWrong={archives.tried.has(pathOf(problem))}
            isReading={archives.isReading}
            onUnlock={archives.unlock}
          />
        )}
        {isNamesake && problem.folder && <span className={classes.folder}>{problem.folder}</span>}
      </span>
      <span className={classes.actions}>
        {onOpenOnServer && (
          <RowAct onClick={onOpenOnServer} label={`${SERVER_ARCHIVE_TEXTS.openOnServer}: ${name}`}>
            {SERVER_ARCHIVE_TEXTS.openOnServer}
          </RowAct>
        )}
        <RowAct onClick={onDismiss} label={t('Remove {name} from the list', { name })}>
          {TEXTS.dismiss}
        </RowAct>
      </span>
    </li>
  );
}

function GatheredDuplicates({ count, onShow, onDismiss }: { count: number; onShow: () => void; onDismiss: () => void }) {
  return (
    <li className={classes.row} data-problem="duplicates">
      <ProblemIcon problem="duplicate" />
      <span className={classes.words}>
        <Around text={duplicatesText}>
          <span className={classes.count}>{t('{count, plural, one {# file} other {# files}}', { count })}</span>
        </Around>{' '}
        <span className={classes.todo}>{PROBLEM_WORDS.duplicate.todo}</span>
      </span>
      <span className={classes.actions}>
        <RowAct onClick={onShow} label={t('Show each of the {count} duplicates', { count: formatCount(count) })}>
          {TEXTS.showEach}
        </RowAct>
        <RowAct onClick={onDismiss} label={t('Remove the {count} duplicates from the list', { count: formatCount(count) })}>
          {TEXTS.dismiss}
        </RowAct>
      </span>
    </li>
  );
}

/** The path as the server has it. */
function pathOf({ name, folder }: ProblemView): string {
  return folder === undefined ? name : `${folder}/${name}`;
}

function namesOfSeveral(problems: readonly ProblemView[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const several = new Set<string>();
  for (const { name } of problems) (seen.has(name) ? several : seen).add(name);
  return several;
}

function RowAct({ onClick, label, children }: { onClick: () => void; label: string; children: string }) {
  return (
    <Anchor component="button" type="button" className={classes.link ?? ''} aria-label={label} onClick={onClick}>
      {children}
    </Anchor>
  );
}

/** A duplicate is not a failure: its bytes are already here. */
function ProblemIcon({ problem }: { problem: ProblemView['problem'] }) {
  const [ShownIcon, tone] = problem === 'duplicate' ? [IconCopy, 'still'] : [IconAlertOctagon, 'broken'];
  return <ShownIcon className={classes.icon} data-tone={tone} size={16} stroke={1.5} aria-hidden />;
}
