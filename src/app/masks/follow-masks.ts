import { callApi } from '#api/call-api.ts';
import { isPassing } from '#api/result.ts';
import type { SocketClient } from '#api/socket.ts';
import { CALLS } from '#contract/calls.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { saveArrived, savedMask } from '#localdb/masks/journal.ts';
import { watchJournal } from '#localdb/masks/read-journal.ts';
import { isQuotaError } from '#localdb/quota.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { MaskCompany } from '#sync/mask-company.ts';
import { MaskFollower } from '#sync/mask-follower.ts';
import type { FollowedMasks } from '#workers/masks/handle.ts';
import { handInSnapshot, startFromSnapshot } from './mask-snapshots.ts';

/** After that long without a change of the journal, a snapshot is made: nobody draws. */
const QUIET_MS = 5_000;

/** Follows the masks that are open in this page: what others draw on them is stored on this device, where the worker reads it. */
export function followMasks(
  socket: Pick<SocketClient, 'id' | 'on' | 'onKnown' | 'onState' | 'followMask' | 'tell'>,
  db: LocalDb,
  masks: FollowedMasks,
  company: MaskCompany,
): () => void {
  const followers = new Map<string, FollowedMask>();
  const each = (act: (follower: MaskFollower) => void): void => followers.forEach(({ follower }) => act(follower));
  const change = (): void => {
    const open = masks.all();
    for (const mask of open) {
      if (followers.has(mask.segmentation)) continue;
      const follower = createFollower(socket, db, { masks, company }, mask);
      followers.set(mask.segmentation, { follower, stop: watchOpenMask(db, mask, follower) });
      if (socket.id() !== null) follower.connected();
    }
    for (const [segmentation, { follower, stop }] of followers) {
      if (open.some((mask) => mask.segmentation === segmentation)) continue;
      stop();
      follower.close();
      company.leave(segmentation);
      followers.delete(segmentation);
    }
  };
  const stops = [
    masks.subscribe(change),
    socket.onKnown(() => each((follower) => follower.connected())),
    socket.onState((state) => {
      if (state === 'disconnected') each((follower) => follower.disconnected());
    }),
    socket.on('mask', ({ segmentation }) => followers.get(segmentation)?.follower.told()),
    socket.on('mask:present', (event) => company.present(event)),
    socket.on('mask:drawing', (event) => company.drawing(event)),
    socket.on('mask:left', (event) => company.left(event)),
    socket.on('mask:ended', ({ segmentation }) => followers.get(segmentation)?.follower.connected()),
  ];
  company.connect({ tell: (event, payload) => socket.tell(event, payload as never) });
  change();
  return () => {
    company.connect(null);
    for (const stop of stops) stop();
    for (const { stop } of followers.values()) stop();
    each((follower) => follower.close());
  };
}

type Followed = ReturnType<FollowedMasks['all']>[number];

interface FollowedMask {
  follower: MaskFollower;
  stop: () => void;
}

/** Reads on when the worker went back to the first operation, and hands in snapshots. */
function watchOpenMask(db: LocalDb, mask: Followed, follower: MaskFollower): () => void {
  let last = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = (error: unknown): void => {
    if (!db.connection.isOver()) reportError(error);
  };
  const stop = watchJournal(db, mask.segmentation, (row) => {
    if (row !== undefined && row.last < last) follower.told();
    last = row?.last ?? 0;
    clearTimeout(timer);
    timer = setTimeout(() => void handInSnapshot(db, mask).catch(report), QUIET_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

function createFollower(
  socket: Pick<SocketClient, 'followMask'>,
  db: LocalDb,
  { masks, company }: { masks: FollowedMasks; company: MaskCompany },
  mask: Followed,
): MaskFollower {
  const { study, segmentation, gridHash } = mask;
  return new MaskFollower({
    follow: () => socket.followMask(segmentation),
    isMadeHere: async () => (await db.outbox.where('key').equals(`segmentation:${segmentation}`).count()) > 0,
    async last() {
      const of = { study, segmentation, gridHash };
      const { last } = await savedMask(db, of);
      if (last > 0) return last;
      await startFromSnapshot(db, mask);
      return (await savedMask(db, of)).last;
    },
    async fetch(since) {
      const answer = await callApi(CALLS.maskOperations, { params: { uuid: study, segmentation }, query: { since }, quiet: true });
      if (answer.ok) return answer.value.data;
      return isPassing(answer.failure) || answer.failure.kind === 'malformed' || answer.failure.status === 401 ? 'later' : 'gone';
    },
    async save(since, fetched) {
      try {
        await saveArrived(db, await openDeviceKey(db), { study, segmentation }, { since, ...fetched });
        return true;
      } catch (error) {
        if (isQuotaError(error)) return false;
        throw error;
      }
    },
    onState(state) {
      masks.setState(segmentation, state);
      company.setFollowed(segmentation, state === 'following');
    },
    onFault(error) {
      if (!db.connection.isOver()) reportError(error);
    },
  });
}
