import { Button, Group } from '@mantine/core';
import { IconAlertOctagon, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { finishLegacyUpload } from '#localdb/legacy-upload/legacy-uploads.ts';
import type { LegacyView } from '#localdb/legacy-upload/legacy-view.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { endedSeries } from '#model/uploads/legacy-upload.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { useSession } from '#ui/session-context.tsx';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { Cases } from './Cases.tsx';
import classes from '#features/legacy-upload/LegacyPanel.module.css';
import { endedText, TEXTS } from '#features/legacy-upload/texts.ts';

/** The server converts; shows how many series have ended, successfully or not. */
export function ConvertingStep({ view }: { view: LegacyView }) {
  const ended = endedSeries(view.cases ?? []);
  const checked = view.checked.length;
  const words = endedText(ended, checked);
  return (
    <div className={classes.body}>
      <ProgressBar parts={[{ amount: ended, tone: 'sure' }]} total={checked} label={words} />
      <p className={classes.line}>{words}</p>
      <p className={classes.words}>{TEXTS.converting}</p>
      <Cases cases={view.cases ?? []} />
    </div>
  );
}

export function OrganizeStep({ db, view }: { db: LocalDb; view: LegacyView }) {
  return (
    <div className={classes.body}>
      <Cases cases={view.cases ?? []} />
      <Group justify="flex-end">
        <Button variant="filled" onClick={() => void finishLegacyUpload(db, view.id)}>
          {TEXTS.toDone}
        </Button>
      </Group>
    </div>
  );
}

/** given (LEG-032): the text is shown only if a case was converted. */
export function DoneStep({ view, onAnew }: { view: LegacyView; onAnew: () => void }) {
  const { permissions } = useSession<Session>();
  const isConverted = (view.cases ?? []).some(({ status }) => status === 'converted');
  const actions = (
    <Group justify="center">
      <Button variant="default" onClick={onAnew}>
        {TEXTS.anew}
      </Button>
      {permissions.has('r:studies') && (
        <Button variant="filled" renderRoot={(props) => <Link to="/studies-v2" {...props} />}>
          {TEXTS.toStudies}
        </Button>
      )}
    </Group>
  );
  return (
    <div className={classes.body}>
      {isConverted ? (
        <EmptyState icon={IconCircleCheck} tone="sure" title={TEXTS.done} action={actions} />
      ) : (
        <EmptyState icon={IconAlertOctagon} tone="broken" title={TEXTS.noneConverted} action={actions}>
          {TEXTS.noneConvertedWhy}
        </EmptyState>
      )}
    </div>
  );
}
