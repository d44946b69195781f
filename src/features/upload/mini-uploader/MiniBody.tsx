import { t } from '#language/t.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { IntakeProgress } from '#workers/intake/types.ts';
import { lostProblems } from '#features/upload/intake/may-add-files.ts';
import { MiniFigures } from './MiniFigures.tsx';
import classes from './MiniUploader.module.css';
import { MINI_TEXTS, moreText, notSentText } from './mini-texts.ts';
import { miniStudies } from './mini-view.ts';
import { lostTitle } from '#features/upload/sending/sending-texts.ts';
import { STALL_ICONS } from '#features/upload/sending/stalled-icons.ts';
import { stallOfView, type Stall } from '#features/upload/sending/stalled.ts';
import { StalledAction, NextAttempt } from '#features/upload/sending/StalledAction.tsx';
import { keepOpenText, shownNameText, TEXTS } from '#features/upload/texts.ts';

interface MiniBodyProps {
  db: LocalDb;
  view: UploadView;
  copying: IntakeProgress | null;
}

/** The content of the mini uploader, in each state of its upload. */
export function MiniBody({ db, view, copying }: MiniBodyProps) {
  const { serverReachable } = useSession<Session>();
  if (view.state === 'preview') return <NotSent studies={view.studies.length} copying={copying} />;
  const stall = view.state === 'finished' ? null : stallOfView(view, serverReachable);
  const lost = lostProblems(view.problems).length;
  return (
    <>
      <MiniFigures view={view} serverReachable={serverReachable} />
      {stall !== null && <WhyItStands db={db} stall={stall} />}
      {stall === null && lost > 0 && <Needed words={lostTitle(lost)} />}
      {view.state === 'finished' && view.studies.some(({ status }) => status === 'failed') && (
        <p className={classes.broken}>{TEXTS.someFailed}</p>
      )}
      <Studies view={view} isMoving={stall === null} />
    </>
  );
}

function NotSent({ studies, copying }: { studies: number; copying: IntakeProgress | null }) {
  return <Needed words={copying === null ? notSentText(studies) : keepOpenText(copying.stored, copying.picked, copying.secondsLeft)} />;
}

/** A link to something that is done on the upload page. */
function Needed({ words }: { words: string }) {
  return (
    <div className={classes.needed}>
      <p className={classes.words}>{words}</p>
      <Button size="xs" variant="default" renderRoot={(props) => <Link to="/upload-v2" {...props} />}>
        {MINI_TEXTS.goOn}
      </Button>
    </div>
  );
}

function WhyItStands({ db, stall }: { db: LocalDb; stall: Stall }) {
  const StandstillIcon = STALL_ICONS[stall.look];
  return (
    <div className={classes.stall} data-tone={stall.tone} role={stall.tone === 'broken' ? 'alert' : 'note'}>
      <StandstillIcon className={classes.icon} size={16} stroke={1.5} aria-hidden />
      <div className={classes.why}>
        <p className={classes.words}>{stall.title}</p>
        <p className={classes.next}>
          <NextAttempt stall={stall} />
        </p>
        <StalledAction db={db} why={stall.why} size="xs" quiet />
      </div>
    </div>
  );
}

function Studies({ view, isMoving }: { view: UploadView; isMoving: boolean }) {
  const { shown, more } = miniStudies(view, isMoving);
  return (
    <ul className={classes.studies}>
      {shown.map((study) => {
        const name = shownNameText(study.patientName);
        return (
          <li key={study.id} className={classes.study}>
            <CodeChip code={study.modality} name={t('Modality')} />
            <bdi className={classes.name} title={name}>
              {name}
            </bdi>
            <Status word={study.status} />
          </li>
        );
      })}
      {more > 0 && <li className={classes.more}>{moreText(more)}</li>}
    </ul>
  );
}
