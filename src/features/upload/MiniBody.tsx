import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import type { UploadView } from '#model/upload-view.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/Status.tsx';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { IntakeProgress } from '#workers/intake/types.ts';
import { lostProblems } from './LostFiles.tsx';
import { MiniFigures } from './MiniFigures.tsx';
import classes from './MiniUploader.module.css';
import { MINI_TEXTS, moreText, notSentText } from './mini-texts.ts';
import { miniStudies } from './mini-view.ts';
import { lostTitle } from './sending-texts.ts';
import { STANDSTILL_ICONS } from './standstill-icons.ts';
import { standstillOfView, type Standstill } from './standstill.ts';
import { StandstillAct, WhatIsNext } from './StandstillAct.tsx';
import { keepOpenText, shownNameText, TEXTS } from './texts.ts';

interface MiniBodyProps {
  db: LocalDb;
  view: UploadView;
  copying: IntakeProgress | null;
}

/** What stands in the mini uploader, in each state of its upload. */
export function MiniBody({ db, view, copying }: MiniBodyProps) {
  const { serverReachable } = useSession<Session>();
  if (view.state === 'preview') return <NotSent studies={view.studies.length} copying={copying} />;
  const standstill = view.state === 'finished' ? null : standstillOfView(view, serverReachable);
  const lost = lostProblems(view.problems).length;
  return (
    <>
      <MiniFigures view={view} serverReachable={serverReachable} />
      {standstill !== null && <WhyItStands db={db} standstill={standstill} />}
      {standstill === null && lost > 0 && <Needed words={lostTitle(lost)} />}
      {view.state === 'finished' && view.studies.some(({ status }) => status === 'failed') && (
        <p className={classes.broken}>{TEXTS.someFailed}</p>
      )}
      <Studies view={view} isMoving={standstill === null} />
    </>
  );
}

function NotSent({ studies, copying }: { studies: number; copying: IntakeProgress | null }) {
  return <Needed words={copying === null ? notSentText(studies) : keepOpenText(copying.stored, copying.picked, copying.secondsLeft)} />;
}

/** Something that is done on the upload page. */
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

function WhyItStands({ db, standstill }: { db: LocalDb; standstill: Standstill }) {
  const StandstillIcon = STANDSTILL_ICONS[standstill.look];
  return (
    <div className={classes.standstill} data-tone={standstill.tone} role={standstill.tone === 'broken' ? 'alert' : 'note'}>
      <StandstillIcon className={classes.icon} size={16} stroke={1.5} aria-hidden />
      <div className={classes.why}>
        <p className={classes.words}>{standstill.title}</p>
        <p className={classes.next}>
          <WhatIsNext standstill={standstill} />
        </p>
        <StandstillAct db={db} why={standstill.why} size="xs" quiet />
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
            <CodeChip code={study.modality} name="Modality" />
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
