import { IconDeviceLaptop, IconServer } from '@tabler/icons-react';
import type { Session } from '#model/session.ts';
import { Swatch } from '#ui/Swatch.tsx';
import { useSession } from '#ui/session-context.tsx';
import { nameOf } from '#features/annotator/masks/mask-texts.ts';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import { useWorkstation } from '#features/annotator/workstation.ts';
import type { HistoryAction } from '#workers/masks/types.ts';
import { actionText, authorText, HISTORY_TEXTS, whenText } from './history-texts.ts';
import classes from './HistoryPanel.module.css';
import { NameState } from './NameState.tsx';
import { StateButtons } from './StateButtons.tsx';
import type { Revisions } from './use-revisions.ts';

interface HistoryRowProps {
  action: HistoryAction;
  /** ms. */
  now: number;
  isChosen: boolean;
  onChoose: () => void;
  onSaid: (words: string | null) => void;
  revisions: Revisions;
}

/** An action; a click shows what can be done with the state after it. */
export function HistoryRow({ action, now, isChosen, onChoose, onSaid, revisions }: HistoryRowProps) {
  const { masks } = useWorkstation();
  const { user } = useSession<Session>();
  const segments = useMask((state) => state.segments);
  const names = action.segments.flatMap((uuid) => segments.find((one) => one.uuid === uuid) ?? []);
  const when = whenText(action.at, now);
  const mayEdit = useMask((state) => state.mayEdit);
  const isSent = action.number !== null;
  const what = actionText(action);
  return (
    <li className={classes.row} data-action={action.action} data-undone={action.isUndone || undefined}>
      <button type="button" className={classes.choose} aria-expanded={isChosen} onClick={onChoose}>
        <span className={classes.what}>
          <span className={classes.tool}>{what}</span>
          {names.map(({ uuid, title }) => (
            <span key={uuid} className={classes.segment}>
              <Swatch color={masks.colourOf(uuid)} />
              <bdi>{nameOf(title)}</bdi>
            </span>
          ))}
        </span>
        <span className={classes.about}>
          <bdi>{[authorText(action.author, user.id), when, ...(action.isUndone ? [HISTORY_TEXTS.undone] : [])].join(' · ')}</bdi>
          {isSent ? (
            <IconServer size={14} stroke={1.5} role="img" aria-label={HISTORY_TEXTS.onServer} />
          ) : (
            <IconDeviceLaptop size={14} stroke={1.5} role="img" aria-label={HISTORY_TEXTS.onDevice} />
          )}
        </span>
      </button>
      {isChosen && (
        <StateButtons state={{ action: action.action }} title={`${when}, ${what}`} onSaid={onSaid}>
          {mayEdit && <NameState number={action.number} revisions={revisions} onSaid={onSaid} />}
        </StateButtons>
      )}
    </li>
  );
}
