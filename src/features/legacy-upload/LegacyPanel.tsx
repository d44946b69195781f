import { useHotkeys } from '@mantine/hooks';
import { useId, useState } from 'react';
import type { LegacyView } from '#localdb/legacy-upload/legacy-view.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { DropOverlay } from '#ui/upload/DropArea.tsx';
import { useBrowse } from '#ui/upload/use-browse.tsx';
import { usePageDrop } from '#ui/upload/use-page-drop.ts';
import { clearUpload } from '#localdb/upload/upload-commands.ts';
import classes from './LegacyPanel.module.css';
import { ConvertingStep, DoneStep, OrganizeStep } from './steps/LateSteps.tsx';
import { PanelHead } from './PanelHead.tsx';
import { ReadyStep } from './steps/ReadyStep.tsx';
import { SortedStep } from './steps/SortedStep.tsx';
import { TEXTS } from './texts.ts';
import { TroubleNotes } from './steps/TroubleNotes.tsx';
import { UploadedStep } from './steps/UploadedStep.tsx';
import { UploadingStep } from './steps/UploadingStep.tsx';
import { useClose } from './use-close.tsx';
import { useLegacyRun } from './session/use-legacy-run.ts';
import { useSend } from './session/use-send.ts';

interface LegacyPanelProps {
  db: LocalDb;
  userId: number;
  view: LegacyView;
  /** The session has ended: another starts. */
  onClosed: () => void;
}

/** The full panel of the legacy flow (LEG-002): a step of the session, whatever tab or visit started it. */
export function LegacyPanel({ db, userId, view, onClosed }: LegacyPanelProps) {
  const { run, take, copying, noRoom, faulted, hasGivenUp } = useLegacyRun(db, userId);
  const { browseFiles, inputs } = useBrowse(take, { files: TEXTS.browse, folder: TEXTS.browse });
  // While sending it accepts only files that it has lost.
  const takesFiles = view.step === 'ready' || view.files.lost > 0;
  const hanging = usePageDrop(take, takesFiles);
  const { close, question } = useClose(db, view, onClosed);
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set());
  const titleId = useId();
  useHotkeys(takesFiles ? [['mod+O', browseFiles]] : [], []);
  const send = useSend(db, view, copying !== null);
  useHotkeys(send === null ? [] : [['mod+Enter', send]], []);

  function step() {
    switch (view.step) {
      case 'ready':
        return <ReadyStep view={view} copying={copying} onBrowse={browseFiles} onSend={send} />;
      case 'uploading':
        return <UploadingStep db={db} view={view} onBrowse={browseFiles} />;
      case 'uploaded':
        return <UploadedStep hasGivenUp={hasGivenUp} onTryAgain={() => run.show({ hasGivenUp: false })} />;
      case 'sorted':
        if (view.result === null) return null;
        return (
          <SortedStep db={db} view={view} result={view.result} tried={tried} onTried={(name) => setTried(new Set([...tried, name]))} />
        );
      case 'converting':
        return <ConvertingStep view={view} />;
      case 'organize':
        return <OrganizeStep db={db} view={view} />;
      case 'done':
        return <DoneStep view={view} onAnew={() => void clearUpload(db, view.id).then(onClosed)} />;
    }
  }

  return (
    <section className={classes.panel} aria-labelledby={titleId} data-legacy-upload={view.step}>
      <PanelHead view={view} titleId={titleId} onMinimise={() => run.show({ isSmall: true })} onClose={close} />
      <div className={classes.notes}>
        <TroubleNotes db={db} noRoom={noRoom} faulted={faulted} isCopying={copying !== null} />
      </div>
      {step()}
      {takesFiles && inputs}
      {hanging && <DropOverlay text={TEXTS.dropNow} />}
      {question}
    </section>
  );
}
