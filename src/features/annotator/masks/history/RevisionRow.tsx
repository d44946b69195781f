import { Button } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { parseWireDate } from '#contract/dates.ts';
import type { MaskRevision } from '#contract/mask-revisions.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { authorText, HISTORY_TEXTS, notNamedText, whenText } from './history-texts.ts';
import classes from './HistoryPanel.module.css';
import { StateButtons } from './StateButtons.tsx';
import type { Revisions } from './use-revisions.ts';

interface RevisionRowProps {
  revision: MaskRevision;
  /** ms. */
  now: number;
  isChosen: boolean;
  onChoose: () => void;
  onSaid: (words: string | null) => void;
  revisions: Revisions;
}

/** A named state; a click shows what can be done with it. */
export function RevisionRow({ revision, now, isChosen, onChoose, onSaid, revisions }: RevisionRowProps) {
  const { user } = useSession<Session>();
  const { uuid, name, number, removable } = revision;
  const when = whenText(parseWireDate(revision.created_at)?.toISOString() ?? null, now);

  async function remove() {
    const failure = await revisions.remove(uuid);
    onSaid(failure === null ? null : notNamedText(failure));
  }

  return (
    <li className={classes.row} data-revision={uuid}>
      <button type="button" className={classes.choose} aria-expanded={isChosen} onClick={onChoose}>
        <span className={classes.what}>
          <IconFlag size={16} stroke={1.5} role="img" aria-label={HISTORY_TEXTS.revision} />
          <bdi className={classes.tool}>{name}</bdi>
        </span>
        <span className={classes.about}>
          <bdi>{`${authorText(revision.user, user.id)} · ${when}`}</bdi>
        </span>
      </button>
      {isChosen && (
        <StateButtons state={{ number }} title={`${when}, ${name}`} onSaid={onSaid}>
          {removable && (
            <Button size="xs" variant="default" disabled={!revisions.canChange} onClick={() => void remove().catch(reportError)}>
              {HISTORY_TEXTS.remove}
            </Button>
          )}
        </StateButtons>
      )}
    </li>
  );
}
