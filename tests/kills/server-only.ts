import { createHash, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { chunkHeaderToBytes, type ChunkPart } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { planChunks, type PlannedPart } from '#model/uploads/chunk-plan.ts';
import { httpRequest, type HttpAnswer } from '#tests/support/http.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import { seedPeople } from '#tests/support/seed-people.ts';
import { createRandom, type Random } from './random.ts';
import { bytesOfPieces } from './pieces.ts';
import { createKillableServer, type KillableServer } from './server.ts';

/**
 * A client in this process sends packed chunks over as many lanes as a page, while the server is killed repeatedly. After each kill, everything
 * acknowledged is checked: the chunk in the status of the restarted server, and its bytes on the disk.
 */
export interface ServerKillsResult {
  schedules: number;
  acknowledged: number;
  /** Acknowledged data that is missing or changed. */
  lost: string[];
  /** Uploads that did not finish after the last kill. */
  stuck: string[];
}

interface ServerKillsOptions {
  from: number;
  schedules: number;
  folder: string;
  onSchedule?: (line: string) => void;
}

/** Small chunks, so that several are acknowledged and several are in flight at each kill. */
const SIZES = { minBytes: 1, targetBytes: 96 * 1024, maxParts: 20 };
/** Longest time from the awaited acknowledgement to the kill, during which others are written, committed and answered. */
const LATEST_MS = 25;

export async function runServerKills({ from, schedules, folder, onSchedule }: ServerKillsOptions): Promise<ServerKillsResult> {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  await seedPeople(dataDir);
  const server = createKillableServer({ dataDir, pageFolder: folder });
  const result: ServerKillsResult = { schedules: 0, acknowledged: 0, lost: [], stuck: [] };
  try {
    await server.start();
    const token = await bearerOf(
      { request: (address, asked) => httpRequest(`http://app.localhost:${server.port()}${address}`, asked) },
      DEMO.annotator,
    );
    for (let seed = from; seed < from + schedules; seed += 1) {
      const upload = await Upload.register(server, token, seed);
      await upload.sendUntilKilled(createRandom(seed));
      const killedAfter = upload.acknowledged.size;
      await server.start();
      const lost = await upload.missing(dataDir);
      await upload.sendRest();
      const atTheEnd = await upload.missing(dataDir);
      result.schedules += 1;
      result.acknowledged += killedAfter;
      result.lost.push(...[...lost, ...atTheEnd].map((what) => `seed ${seed}: ${what}`));
      if (!(await upload.isProved())) result.stuck.push(`seed ${seed}: not every file is proved`);
      onSchedule?.(
        `seed ${seed}: killed with ${killedAfter} of ${upload.chunks} chunks acknowledged, ${lost.length + atTheEnd.length} lost`,
      );
    }
  } finally {
    await server.kill();
  }
  return result;
}

interface SentFile {
  id: string;
  bytes: Buffer;
  sha256: string;
}

/** What an upload needs of a server, or of a proxy before several. */
export type UploadTarget = Pick<KillableServer, 'port' | 'kill'>;

export class Upload {
  readonly acknowledged = new Set<number>();
  readonly #server: UploadTarget;
  readonly #session: string;
  readonly #token: string;
  readonly #studyUuid: string;
  readonly #files: ReadonlyMap<string, SentFile>;
  readonly #plan: readonly PlannedPart[][];
  #onAcknowledged: () => void = () => undefined;

  private constructor(server: UploadTarget, ids: { session: string; token: string; studyUuid: string }, files: readonly SentFile[]) {
    this.#server = server;
    this.#session = ids.session;
    this.#token = ids.token;
    this.#studyUuid = ids.studyUuid;
    this.#files = new Map(files.map((file) => [file.id, file]));
    this.#plan = planChunks(
      files.map(({ id, bytes }) => ({ fileId: id, seriesId: 'series-1', size: bytes.length })),
      SIZES,
    );
  }

  get chunks(): number {
    return this.#plan.length;
  }

  static async register(server: UploadTarget, bearer: string, seed: number): Promise<Upload> {
    const session = randomUUID();
    const files = makeFiles(seed);
    const asked = { method: 'POST', headers: { authorization: `Bearer ${bearer}` } };
    const prepared = answerOf<{ upload_token: string }>(
      await httpRequest(`${north(server)}/api/c-upload`, {
        ...asked,
        body: { action: 'prepare', id: session, started: 1_795_176_000_000 },
      }),
    );
    const body = registration(session, seed, files);
    const { study } = answerOf<{ study: { uuid: string } }>(
      await httpRequest(`${north(server)}/api/upload/studies?version=2`, { ...asked, body }),
    );
    return new Upload(server, { session, token: prepared.upload_token, studyUuid: study.uuid }, files);
  }

  /** All lanes send. The server is killed shortly after one of the acknowledgements, in any state. */
  async sendUntilKilled(random: Random): Promise<void> {
    const enough = random.between(0, this.chunks - 1);
    const reached = new Promise<void>((resolve) => {
      this.#onAcknowledged = () => this.acknowledged.size >= enough && resolve();
      this.#onAcknowledged();
    });
    const sending = this.#send((error) => {
      // The connection of a killed server.
      if (!(error instanceof Error && 'code' in error)) throw error;
    });
    await Promise.race([reached, sending]);
    await pause(random.next() * LATEST_MS);
    await this.#server.kill();
    await sending;
  }

  async sendRest(): Promise<void> {
    await this.#send((error) => {
      throw error;
    });
  }

  async #send(onError: (error: unknown) => void): Promise<void> {
    const waiting = this.#plan.map((_, index) => index).filter((index) => !this.acknowledged.has(index));
    const lane = async (): Promise<void> => {
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        const answer = await this.#post(index);
        if (answer.status !== 200) continue;
        this.acknowledged.add(index);
        this.#onAcknowledged();
      }
    };
    await Promise.all(Array.from({ length: LIMITS.lanes }, () => lane().catch(onError)));
  }

  #post(index: number): Promise<HttpAnswer> {
    const parts = this.#plan[index]!.map((part) => this.#packed(part));
    const header = { v: 1 as const, session_id: this.#session, chunk: index, preview: 'client' as const, studyUuid: this.#studyUuid };
    return httpRequest(`http://upload.app.localhost:${this.#server.port()}/services/c-upload/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/octet-stream' },
      body: Buffer.concat([chunkHeaderToBytes({ ...header, parts: parts.map(({ part }) => part) }), ...parts.map(({ bytes }) => bytes)]),
    });
  }

  #packed({ fileId, offset, length }: PlannedPart): { part: ChunkPart; bytes: Buffer } {
    const { bytes: whole, sha256 } = this.#files.get(fileId)!;
    const bytes = whole.subarray(offset, offset + length);
    const sizes = { size: whole.length, offset, length, plain: length };
    return { part: { file_id: fileId, name: `${fileId}.dcm`, serie_id: 'series-1', enc: '', crc: crc32(bytes), sha256, ...sizes }, bytes };
  }

  /** Acknowledged bytes that are missing or differ. */
  async missing(dataDir: string): Promise<string[]> {
    const held = new Set((await this.#status()).chunks);
    const unknown = [...this.acknowledged].filter((index) => !held.has(index)).map((index) => `chunk ${index} is not in the status`);
    const pieces = await bytesOfPieces(dataDir, this.#session);
    const parts = [...this.acknowledged].flatMap((index) => this.#plan[index]!.map((part) => ({ index, part })));
    const changed = parts.filter(({ part }) => !isHeld(pieces.get(part.fileId) ?? [], part, this.#files.get(part.fileId)!.bytes));
    return [...unknown, ...changed.map(({ index, part }) => `chunk ${index}: bytes of ${part.fileId} from ${part.offset}`)];
  }

  async isProved(): Promise<boolean> {
    const { files } = await this.#status();
    return files.length === this.#files.size && files.every(({ proved }) => proved);
  }

  async #status(): Promise<{ chunks: number[]; files: { proved: boolean }[] }> {
    const headers = { authorization: `Bearer ${this.#token}` };
    return answerOf(await httpRequest(`${north(this.#server)}/services/c-upload/status/${this.#session}`, { headers }));
  }
}

/** The server may store several parts of a file as one piece, so every byte of the part is compared. */
function isHeld(pieces: readonly { offset: number; bytes: Buffer }[], { offset, length }: PlannedPart, whole: Buffer): boolean {
  let at = offset;
  for (const piece of pieces) {
    const end = Math.min(offset + length, piece.offset + piece.bytes.length);
    if (piece.offset > at || end <= at) continue;
    if (!piece.bytes.subarray(at - piece.offset, end - piece.offset).equals(whole.subarray(at, end))) return false;
    at = end;
  }
  return at >= offset + length;
}

function north(server: UploadTarget): string {
  return `http://north.app.localhost:${server.port()}`;
}

function answerOf<T>(answer: HttpAnswer): T {
  if (answer.status !== 200) throw new Error(`Answered with ${answer.status}: ${answer.text}`);
  return answer.json() as T;
}

/** Small files, and one that spans chunks. Their contents do not matter, because no conversion is requested. */
function makeFiles(seed: number): SentFile[] {
  const random = createRandom(seed);
  const sizes = [...Array.from({ length: random.between(10, 60) }, () => random.between(200, 40_000)), random.between(100_000, 1_500_000)];
  return sizes.map((size, index) => {
    const block = createHash('sha512').update(`${seed}/${index}`).digest();
    const bytes = Buffer.alloc(size, block);
    return { id: `f${index}`, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  });
}

function registration(session: string, seed: number, files: readonly SentFile[]): object {
  const series = {
    id: 'series-1',
    idx: 0,
    seriesInstanceUid: `1.2.${seed}.1`,
    seriesNumber: 1,
    seriesDescription: 'made by code',
    modalityCode: 'MR',
    cnt: files.length,
    numberOfFrames: 0,
    rows: 32,
    columns: 32,
    sliceThickness: 1,
    file_count: files.length,
    totalFileSize: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    files: files.slice(0, LIMITS.seriesFileNames).map(({ id }) => `${id}.dcm`),
    type: 'dcm',
  };
  const patientName = `Kills^Server ${seed}`;
  const study = { id: 'study-1', patientName, originalPatientName: patientName, patientSex: 'O', modality: 'MR', dirty: false };
  return {
    study: { ...study, studyDate: '20260102', studyTime: '101500', series: [series] },
    studyInstanceUid: `1.2.${seed}`,
    bodyPart: 'brain',
    labels: [],
    session_id: session,
    anonymize: false,
  };
}
