import { saveWrite } from '#localdb/outbox/outbox.ts';
import type { LocalDb, OutboxWrite } from '#localdb/schema.ts';
import type { Label } from '#contract/labels.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { LabelChip } from './LabelChip.tsx';
import { LabelDropdown } from './LabelDropdown.tsx';
import { LabelPicker } from './LabelPicker.tsx';
import classes from './Labels.module.css';
import { labelsOnRow, shownLabels } from './label-writes.ts';
import { moreText, openText, TEXTS } from './texts.ts';
import { useLabels } from './use-labels.ts';

interface StudyLabelsProps {
  db: LocalDb;
  study: { uuid: string; labels: readonly Label[] };
  /** Display name. */
  name: string;
  /** Writes of this user that the server has not received. */
  writes: readonly OutboxWrite[];
  /** A row has space for some labels; the panel shows all. */
  where: 'row' | 'panel';
}

/** The labels of a study, and the menu that changes them. Changes go through the outbox, so they work without a network. */
export function StudyLabels({ db, study, name, writes, where }: StudyLabelsProps) {
  const { serverReachable } = useSession<Session>();
  const team = useLabels();
  const known = shownLabels(study, writes, team.data ?? []);
  // While the server can be reached a write takes a moment, so it is not marked as waiting.
  const labels = serverReachable
    ? known.filter(({ state }) => state !== 'going').map((label) => ({ ...label, state: 'on' as const }))
    : known;
  const most = where === 'row' ? labelsOnRow(labels) : labels.length;
  const hidden = labels.slice(most);
  return (
    <div className={classes.labels} data-where={where} data-none={labels.length === 0 || undefined}>
      {where === 'panel' && <span className={classes.caption}>{TEXTS.labels}</span>}
      {labels.slice(0, most).map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
      {hidden.length > 0 && (
        <span className={classes.more} title={hidden.map((label) => label.name).join(', ')}>
          {moreText(hidden.length)}
        </span>
      )}
      <LabelDropdown label={openText(name)} title={TEXTS.labels} where={where}>
        <LabelPicker
          labels={team}
          chosen={new Set(labels.filter(({ state }) => state !== 'going').map(({ id }) => id))}
          onChoose={(label, on) => void saveWrite(db, { kind: 'study-label', study: study.uuid, label, on }).catch(reportError)}
        />
      </LabelDropdown>
    </div>
  );
}
