import { Button } from '@mantine/core';
import { IconAlertOctagon, IconFolderOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { BatchResult } from '#contract/batch.ts';
import { savedLegacyChoice, saveLegacyChoice, saveProcessed, saveUnlocked } from '#localdb/legacy-upload/legacy-uploads.ts';
import type { LegacyView } from '#localdb/legacy-upload/legacy-view.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { checkChoice, type CheckedChoice } from '#model/uploads/legacy-upload.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Note } from '#ui/Note.tsx';
import { useSession } from '#ui/session-context.tsx';
import panel from '#features/legacy-upload/LegacyPanel.module.css';
import { Refused } from './RefusedFiles.tsx';
import { moveToStudies, unlock } from '#features/legacy-upload/session/session-server.ts';
import classes from './SortedStep.module.css';
import { nameOf, SortedStudy } from './SortedStudy.tsx';
import { checkedText, missingText, TEXTS } from '#features/legacy-upload/texts.ts';
import { useBodyParts } from '#features/legacy-upload/use-body-parts.ts';

interface SortedStepProps {
  db: LocalDb;
  view: LegacyView;
  result: BatchResult;
  tried: ReadonlySet<string>;
  onTried: (name: string) => void;
}

type Alert = Exclude<CheckedChoice, { ok: true }> | { ok: false; why: 'refused'; message: string };

/** LEG-010, 020 to 028: choose what to convert; Process sends it. */
export function SortedStep({ db, view, result, tried, onTried }: SortedStepProps) {
  const { serverReachable } = useSession<Session>();
  const categories = useBodyParts();
  const [alert, setAlert] = useState<Alert | null>(null);
  const [busy, setBusy] = useState(false);
  const slugs = categories && new Set(categories.map(({ slug }) => slug));
  const missing = alert?.why === 'missing-bodypart' ? alert.studyUuids : [];
  const open = checkChoice(result.studies, { ...view, bodyParts: {} }, null);
  const going = open.ok || open.why === 'nothing-selected' ? [] : open.studyUuids;

  async function process() {
    const choice = checkChoice(result.studies, await savedLegacyChoice(db, view.id), slugs);
    if (!choice.ok) return setAlert(choice);
    setAlert(null);
    setBusy(true);
    const moved = await moveToStudies(view.id, choice).finally(() => setBusy(false));
    if (!moved.ok && moved.why === 'reading') return saveUnlocked(db, view.id);
    if (!moved.ok) return setAlert({ ok: false, why: 'refused', message: moved.message });
    await saveProcessed(
      db,
      view.id,
      choice.series.map((series) => series.upload_id),
    );
  }

  async function unlockArchive(name: string, password: string) {
    const answer = await unlock(view.id, name, password);
    if (answer.kind !== 'answer') return setAlert({ ok: false, why: 'refused', message: TEXTS.passwordNeedsServer });
    onTried(name);
    await saveUnlocked(db, view.id);
  }

  function check(uploadIds: readonly string[], isChecked: boolean) {
    setAlert(null);
    void saveLegacyChoice(db, view.id, ({ checked, bodyParts }) => {
      const others = checked.filter((id) => !uploadIds.includes(id));
      return { checked: isChecked ? [...others, ...uploadIds] : others, bodyParts };
    });
  }

  function chooseBodyPart(study: string, slug: string) {
    setAlert(null);
    void saveLegacyChoice(db, view.id, ({ checked, bodyParts }) => ({ checked, bodyParts: { ...bodyParts, [study]: slug } }));
  }

  const seriesChecked = result.studies.flatMap(({ series }) => series).filter(({ upload_id: id }) => view.checked.includes(id)).length;
  return (
    <>
      <div className={panel.body}>
        {alert && (
          <div ref={showAlert}>
            <SortedAlert alert={alert} result={result} />
          </div>
        )}
        {result.studies.length === 0 && (
          <EmptyState icon={IconFolderOff} title={TEXTS.nothingFound}>
            {TEXTS.nothingFoundWhy}
          </EmptyState>
        )}
        {result.studies.map((study) => (
          <SortedStudy
            key={study.uuid}
            session={view.id}
            study={study}
            choice={view}
            categories={categories}
            isMissing={missing.includes(study.uuid)}
            onCheck={check}
            onBodyPart={(slug) => chooseBodyPart(study.uuid, slug)}
          />
        ))}
        <Refused result={result} tried={tried} onUnlock={unlockArchive} />
      </div>
      {result.studies.length > 0 && (
        <footer className={classes.foot}>
          <span className={classes.checked}>{serverReachable ? checkedText(seriesChecked, going.length) : TEXTS.processOffline}</span>
          <Button
            variant="filled"
            loading={busy}
            disabled={!serverReachable}
            aria-keyshortcuts="Control+Enter"
            onClick={() => void process()}
          >
            {TEXTS.process}
          </Button>
        </footer>
      )}
    </>
  );
}

/** The alert is above the list, and Process may be far below. */
function showAlert(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** given (LEG-027): the two texts are a danger alert, and nothing is converted. */
function SortedAlert({ alert, result }: { alert: Alert; result: BatchResult }) {
  if (alert.why === 'nothing-selected') {
    return (
      <Note tone="broken" icon={IconAlertOctagon} title={TEXTS.nothingSelected}>
        {TEXTS.nothingSelectedWhy}
      </Note>
    );
  }
  if (alert.why === 'refused') return <Note tone="broken" icon={IconAlertOctagon} title={alert.message} />;
  const names = result.studies.filter(({ uuid }) => alert.studyUuids.includes(uuid)).map(nameOf);
  return (
    <Note tone="broken" icon={IconAlertOctagon} title={TEXTS.missingBodyPart}>
      {missingText(names)}
    </Note>
  );
}
