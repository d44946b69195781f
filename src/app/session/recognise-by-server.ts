import { liveQuery } from 'dexie';
import { callApi } from '#api/call-api.ts';
import type { SocketClient } from '#api/socket.ts';
import { FIRST_ACQUISITIONS } from '#contract/acquisitions.ts';
import { CALLS } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import { whenStill } from '#localdb/throttled-query.ts';
import { unlessOutdated } from '#localdb/connection.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { createLocks } from '#localdb/locks.ts';
import { rowsBy } from '#localdb/rows-by.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { isAsked, noteRecognition, saveServerAnswers } from '#localdb/recognition/server-answers.ts';
import type { RecognitionRequest } from '#model/studies/recognition-request.ts';
import { createServerRecognition, type RecognitionPorts } from '#sync/server-recognition.ts';
import { browserClock } from '#transfer/browser.ts';
import { createPreviewer, type Previewer } from '#workers/preview/handle.ts';

/** Series may still arrive, so the server is asked only after this long without a change. */
const STILL_MS = 1_000;

/** Asks the server to recognise series, whenever the app is open, in one tab at a time. Its worker starts with the first study. */
export function recogniseByServer(socket: SocketClient, db: LocalDb, userId: number): () => void {
  const closing = new AbortController();
  void createLocks(db, browserClock)
    .hold(`recognition.u${userId}`, closing.signal, () => follow(socket, db, userId, closing.signal))
    .catch((error: unknown) => {
      if (!closing.signal.aborted) reportError(error);
    });
  return () => closing.abort();
}

/** Until `ended`. */
async function follow(socket: SocketClient, db: LocalDb, userId: number, ended: AbortSignal): Promise<void> {
  const previewer = createPreviewer(userId);
  const recognition = createServerRecognition(portsOf(socket, db, previewer));
  let hasStudies = false;
  const look = (): void => {
    if (hasStudies) void recognition.look().catch(reportError);
  };
  const studies = liveQuery(whenStill(STILL_MS, () => unlessOutdated(db, () => arranged(db)))).subscribe({
    next(states) {
      hasStudies = states !== undefined && states !== '';
      look();
    },
    error: (cause) => reportError(cause),
  });
  const leave = [
    socket.onKnown(look),
    socket.onState((state) => state === 'disconnected' && void recognition.disconnected().catch(reportError)),
    socket.on('upload:study:aiprompt:response', recognition.heardText),
    socket.on('upload:study:image-grid:analysis:response', recognition.heardImage),
  ];
  await new Promise<void>((resolve) => (ended.aborted ? resolve() : ended.addEventListener('abort', () => resolve(), { once: true })));
  for (const one of leave) one();
  studies.unsubscribe();
  recognition.close();
  previewer.close();
}

/** A text that changes when there may be something new to ask; empty while no upload is being arranged. */
async function arranged(db: LocalDb): Promise<string> {
  return db.transaction('r', db.uploads, db.studies, db.series, async () => {
    const uploadIds = await db.uploads.where('phase').equals('none').primaryKeys();
    const series = await rowsBy(db.series, 'uploadId', uploadIds);
    const studies = await rowsBy(db.studies, 'uploadId', uploadIds);
    const ofSeries = series.map(({ id, studyId, revision }) => `${id} ${studyId} ${revision}`);
    return [...ofSeries, ...studies.map(({ id, recognition }) => `${id} ${recognition?.state}`)].join('\n');
  });
}

function portsOf(socket: SocketClient, db: LocalDb, previewer: Previewer): RecognitionPorts {
  return {
    connection: () => socket.id(),
    toAsk: () => previewer.studiesToAsk(),
    note: (studyId, recognition) => noteRecognition(db, studyId, recognition),
    isAsked: (studyId, about) => isAsked(db, studyId, about),
    save: async (asked, answers) => saveServerAnswers(db, await openDeviceKey(db), asked, answers, FIRST_ACQUISITIONS),
    async askHeaders(wsid, { study }) {
      const answer = await callApi(CALLS.recogniseHeaders, { query: { wsid }, body: { studies: [study] }, quiet: true });
      if (!answer.ok) return { ok: false, isAway: answer.failure.kind === 'network' };
      const [given] = answer.value.data;
      return given ? { ok: true, id: given.id } : { ok: false, isAway: false };
    },
    async askPicture(wsid, one) {
      const form = await formOf(wsid, one, previewer);
      if (form === null) return;
      const answer = await callApi(CALLS.recogniseGrids, { form, quiet: true });
      if (!answer.ok)
        throw new Error(answer.failure.kind === 'network' ? 'the network went away' : `the server answered ${answer.failure.status}`);
    },
    async cancel(id) {
      await callApi(CALLS.cancelRecognition, { params: { id }, quiet: true });
    },
    // given: a warning (REC-011, 016).
    // oxlint-disable-next-line no-console
    warn: (sentence) => console.warn(sentence),
  };
}

/** REC-007. */
async function formOf(wsid: string, { study, tiles }: RecognitionRequest, previewer: Previewer): Promise<FormData | null> {
  const grid = await previewer.grid(tiles);
  if (grid === null || grid.image.size > LIMITS.gridBytes) return null;
  const form = new FormData();
  form.set('wsid', wsid);
  form.set('imageCount', '1');
  form.set('studyId_0', study.i);
  form.set('series_0', JSON.stringify(grid.series));
  form.set('image_0', grid.image, 'grid.png');
  return form;
}
