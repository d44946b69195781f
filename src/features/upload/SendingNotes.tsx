import { IconDeviceLaptop } from '@tabler/icons-react';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import type { UploadView } from '#model/upload-view.ts';
import { Note } from '#ui/Note.tsx';
import { useSession } from '#ui/session-context.tsx';
import { mayCloseText } from './sending-texts.ts';
import { type Standstill, standstillOfView } from './standstill.ts';
import { STANDSTILL_ICONS } from './standstill-icons.ts';
import { StandstillAct, WhatIsNext } from './StandstillAct.tsx';
import { TellMe } from './TellMe.tsx';
import { TEXTS } from './texts.ts';
import { useBackgroundTurns } from './use-background-turns.ts';

/** That the tab may be closed, and what then happens. Not while it waits for a person. */
export function MayCloseNote({ view, isAllHere }: { view: UploadView; isAllHere: boolean }) {
  const { serverReachable } = useSession<Session>();
  const turns = useBackgroundTurns();
  if (view.halt !== null || !isAllHere) return null;
  return (
    <Note tone="sure" icon={IconDeviceLaptop} title={TEXTS.mayClose} action={<TellMe />}>
      {view.state === 'converting' ? TEXTS.mayCloseConverting : mayCloseText({ turns, serverReachable })}
    </Note>
  );
}

/** Why nothing moves at the moment; nothing while it moves. */
export function KeptNote({ db, view }: { db: LocalDb; view: UploadView }) {
  const { serverReachable } = useSession<Session>();
  const standstill = standstillOfView(view, serverReachable);
  return standstill && <StandstillNote db={db} standstill={standstill} />;
}

/** Why nothing moves, what a person can do, and what comes then. */
export function StandstillNote({ db, standstill }: { db: LocalDb; standstill: Standstill }) {
  return (
    <Note
      tone={standstill.tone}
      icon={STANDSTILL_ICONS[standstill.look]}
      title={standstill.title}
      action={<StandstillAct db={db} why={standstill.why} />}
    >
      <WhatIsNext standstill={standstill} />
    </Note>
  );
}
