import { Anchor, Button } from '@mantine/core';
import { IconAlertOctagon, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { ProblemView } from '#model/upload-view.ts';
import { formatCount, formatCountOf } from '#ui/format.ts';
import classes from './ProblemRows.module.css';
import { TEXTS, noDataPartText } from './texts.ts';

const SHOWN_AT_FIRST = 12;

/** Files that stay behind, each with its reason in a sentence. */
export function ProblemRows({ problems, onDismiss }: { problems: readonly ProblemView[]; onDismiss: (fileId: string) => void }) {
  const [all, setAll] = useState(false);
  if (problems.length === 0) return null;
  const shown = all ? problems : problems.slice(0, SHOWN_AT_FIRST);
  return (
    <section className={classes.card} aria-label="Files that stay behind">
      <h2 className={classes.title}>{formatCountOf(problems.length, 'file stays behind', 'files stay behind')}</h2>
      <ul className={classes.rows}>
        {shown.map((problem) => (
          <li key={problem.fileId} className={classes.row} data-problem={problem.problem}>
            <ProblemIcon problem={problem} />
            <span className={classes.words}>{problemText(problem)}</span>
            <Anchor
              component="button"
              type="button"
              className={classes.link ?? ''}
              aria-label={`Remove ${problem.name} from the list`}
              onClick={() => onDismiss(problem.fileId)}
            >
              {TEXTS.dismiss}
            </Anchor>
          </li>
        ))}
      </ul>
      {shown.length < problems.length && (
        <Button
          variant="subtle"
          color="gray"
          className={classes.more ?? ''}
          onClick={() => setAll(true)}
        >{`Show all ${formatCount(problems.length)}`}</Button>
      )}
    </section>
  );
}

/** A duplicate is no failure: its bytes are here. */
function ProblemIcon({ problem }: { problem: ProblemView }) {
  const ShownIcon = problem.problem === 'duplicate' ? IconCopy : IconAlertOctagon;
  return (
    <ShownIcon
      className={classes.icon}
      data-tone={problem.problem === 'duplicate' ? 'still' : 'broken'}
      size={16}
      stroke={1.5}
      aria-hidden
    />
  );
}

function problemText({ problem, name }: ProblemView) {
  if (problem === 'no-pixel-data') return noDataPartText(name);
  return (
    <>
      <code className={classes.name}>{name}</code> {PROBLEM_TEXTS[problem]}
    </>
  );
}

const PROBLEM_TEXTS: Record<Exclude<ProblemView['problem'], 'no-pixel-data'>, string> = {
  'not-dicom': 'is not a DICOM file that can be read. Skipped.',
  'cut-off': 'is cut off: it ends before its header says. Copy it again from the source.',
  duplicate: 'is here already, byte for byte. Not taken a second time.',
  unsupported: TEXTS.unsupported,
};
