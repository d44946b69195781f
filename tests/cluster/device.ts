import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { readdir, readFile as readBytes } from 'node:fs/promises';
import { join } from 'node:path';
import { writeCredentials } from '#api/credentials.ts';
import { createUploadServer } from '#api/upload-server.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { commitFiles, type StagedFile } from '#localdb/files/commit-files.ts';
import { createSegment } from '#localdb/files/segment.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import { AS_THEY_ARE } from '#localdb/queue/queue.example.ts';
import { LocalDb, type UploadRow } from '#localdb/schema.ts';
import { setBodyPart } from '#localdb/upload/edit-commands.ts';
import { processUpload } from '#localdb/upload/upload-commands.ts';
import { savePreview, shownUpload } from '#localdb/upload/uploads.ts';
import { UPLOAD_CHUNKS } from '#model/uploads/chunk-plan.ts';
import { fetchByName } from '#tests/support/fetch-by-name.ts';
import { Alarm } from '#transfer/alarm.ts';
import { browserClock } from '#transfer/browser.ts';
import type { Clock } from '#transfer/ports.ts';
import { runSender, type Locks } from '#transfer/sender.ts';
import { describedBy, readFile } from '#workers/intake/read-file.ts';

/** Small, so that several chunks are on their way at each fault. */
Object.assign(UPLOAD_CHUNKS, { minBytes: 1, targetBytes: 96 * 1024, maxParts: 20 });

/** Pauses of the sender are this much shorter. */
const FASTER = 10;
const CLOCK: Clock = {
  ...browserClock,
  now: () => STARTED + (Date.now() - STARTED) * FASTER,
  pause: (ms, signal) => browserClock.pause(ms / FASTER, signal),
};
const STARTED = Date.now();

/** There is one sender. */
const NO_LOCKS: Locks = { hold: (_name, signal, work) => work(signal) };

/** The product's own sender with its database, in this process instead of a browser. One at a time. */
export class Device {
  readonly #db: LocalDb;
  readonly #key: DeviceKey;
  readonly #userId: number;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** Names of errors that the sender has reported as bugs. */
  readonly faults: string[] = [];

  private constructor(db: LocalDb, key: DeviceKey, userId: number) {
    this.#db = db;
    this.#key = key;
    this.#userId = userId;
  }

  static async open({ userId, bearer, port }: { userId: number; bearer: string; port: number }): Promise<Device> {
    const origin = `http://north.app.localhost:${port}`;
    Object.assign(globalThis, { fetch: fetchByName, location: new URL(origin) });
    await writeCredentials({
      token: bearer,
      userId,
      team: 'north',
      apiBase: `${origin}/api`,
      servicesBase: `${origin}/services`,
      uploadBase: `http://upload.app.localhost:${port}`,
    });
    const db = new LocalDb(userId);
    await db.delete();
    await db.open();
    return new Device(db, await openDeviceKey(db), userId);
  }

  /** Stores all files of a folder and presses Process. Returns the session. */
  async add(folder: string): Promise<string> {
    const upload = await shownUpload(this.#db);
    await savePreview(this.#db, upload.id);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile()))
      await this.#store(upload.id, entry.name, await readBytes(join(entry.parentPath, entry.name)));
    for (const { id } of await this.#db.studies.toArray()) await setBodyPart(this.#db, id, 'brain');
    const processed = await processUpload(this.#db, upload.id, { bodyParts: new Set(['brain']), rules: AS_THEY_ARE });
    if (!processed.ok) throw new Error(`Process was refused: ${processed.why}`);
    return upload.id;
  }

  async #store(uploadId: string, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const segment = await createSegment(this.#key, uploadId, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file: StagedFile = {
      id: crypto.randomUUID(),
      names: { name, path: name },
      size: bytes.length,
      sha256,
      pieces: [{ segmentId: segment.id, offset: 0, length: bytes.length }],
      reading: describedBy(await readFile(createMemorySource(bytes), name), sha256),
    };
    await commitFiles(this.#db, this.#key, uploadId, [file], [segment]);
  }

  /** Sends until `close`. */
  send(): void {
    const alarm = new Alarm(CLOCK);
    const ports = {
      store: createQueueStore(this.#db, this.#key),
      server: createUploadServer(this.#userId),
      clock: alarm.clock,
      locks: NO_LOCKS,
      wakes: alarm,
      report: (fault: unknown) => void this.faults.push(fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault)),
    };
    this.#running = runSender(ports, this.#userId, this.#stop.signal, 1_000);
  }

  async upload(session: string): Promise<Pick<UploadRow, 'phase' | 'halt'>> {
    const row = await this.#db.uploads.get(session);
    return row ?? { phase: 'none', halt: null };
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    this.#db.close();
  }
}
