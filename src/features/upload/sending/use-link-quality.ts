import { useEffect, useState } from 'react';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { linkOf, NO_HISTORY, withAcknowledged, withBreak, type Link, type LinkHistory } from './link-quality.ts';

const TICK_MS = 1_000;
/** Outlives the page, so that the rate continues after visiting another page. */
const historyByUploadId = new Map<string, LinkHistory>();

/** The link of the shown upload, from its rows in the local database, whoever writes them: this tab, another, or the service worker. */
export function useLink(
  { id, bytes, waiting, halt }: Pick<UploadView, 'id' | 'bytes' | 'waiting' | 'halt'>,
  serverReachable: boolean,
): Link {
  const [atMs, setAtMs] = useState(() => performance.now());
  const waitingFor = halt?.why ?? waiting?.reason ?? null;
  const isBroken = !serverReachable || waitingFor === 'network' || waitingFor === 'server';

  useEffect(
    () => remember(id, (history) => withAcknowledged(history, { atMs: performance.now(), bytes: bytes.confirmed })),
    [id, bytes.confirmed],
  );
  useEffect(() => {
    if (isBroken) remember(id, (history) => withBreak(history, performance.now()));
  }, [id, isBroken]);
  useEffect(() => {
    const timer = setInterval(() => setAtMs(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);

  const history = historyByUploadId.get(id) ?? NO_HISTORY;
  return linkOf(history, { atMs, bytesLeft: bytes.queued - bytes.confirmed, serverReachable, waitingFor });
}

function remember(uploadId: string, change: (history: LinkHistory) => LinkHistory): void {
  historyByUploadId.set(uploadId, change(historyByUploadId.get(uploadId) ?? NO_HISTORY));
}
