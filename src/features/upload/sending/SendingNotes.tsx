import { IconDeviceLaptop } from '@tabler/icons-react';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { Note } from '#ui/Note.tsx';
import { useSession } from '#ui/session-context.tsx';
import { mayCloseText } from './sending-texts.ts';
import { type Stall, stallOfView } from './stalled.ts';
import { STALL_ICONS } from './stalled-icons.ts';
import { StalledAction, NextAttempt } from './StalledAction.tsx';
import { NotifyButton } from './NotifyButton.tsx';
import { TEXTS } from '#features/upload/texts.ts';
import { useBackgroundSync } from './use-background-sync.ts';

/** That the tab may be closed, and what then happens. Not while the user has to act. */
export function MayCloseNote({ view, isAllHere }: { view: UploadView; isAllHere: boolean }) {
  const { serverReachable } = useSession<Session>();
  const turns = useBackgroundSync();
  if (view.halt !== null || !isAllHere) return null;
  return (
    <Note tone="sure" icon={IconDeviceLaptop} title={TEXTS.mayClose} action={<NotifyButton />}>
      {view.state === 'converting' ? TEXTS.mayCloseConverting : mayCloseText({ turns, serverReachable })}
    </Note>
  );
}

/** Why the upload is stalled; nothing while it proceeds. */
export function KeptNote({ db, view }: { db: LocalDb; view: UploadView }) {
  const { serverReachable } = useSession<Session>();
  const stall = stallOfView(view, serverReachable);
  return stall && <StalledNote db={db} stall={stall} />;
}

/** Why the upload is stalled, what the user can do, and what happens next. */
export function StalledNote({ db, stall }: { db: LocalDb; stall: Stall }) {
  return (
    <Note tone={stall.tone} icon={STALL_ICONS[stall.look]} title={stall.title} action={<StalledAction db={db} why={stall.why} />}>
      <NextAttempt stall={stall} />
    </Note>
  );
}
