import { afterAll, beforeAll, expect, it } from 'vitest';
import { crc32 } from '#model/crc32.ts';
import { ROLE } from '#contract/permissions.ts';
import { Refusal } from '#server/rules/context.ts';
import { addMembership, deleteMembership } from '#server/rules/teams/membership.ts';
import { addSignIn, endSignIn } from '#server/rules/accounts/sign-ins.ts';
import { uploadOfToken } from '#server/rules/uploads/upload-tokens.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { dropUpload, finishUploads } from '#server/rules/uploads/uploads-end.ts';
import { registerStudy } from '#server/rules/uploads/uploads-register-study.ts';
import { uploadStatus } from '#server/rules/uploads/uploads-status.ts';
import {
  createTestBench,
  packChunk,
  putSeriesInto,
  sha256Of,
  testStudy,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';
import { prepareUpload, type UploadCaller } from '#server/rules/uploads/uploads.ts';
import { fingerprint, type SentChunk } from './content.ts';
import { commitChunk, fileIdsOf, proveFile, provedOf, removeIfUnreferenced, takeChunk } from './model-server-chunks.ts';
import { ModelServer, type Outcome, type ServerCaller } from './model-server.ts';
import { Random } from './random.ts';

let bench: TestBench;
beforeAll(async () => {
  bench = await createTestBench('sqlite');
});
afterAll(() => bench.close());

interface MadeFile {
  id: string;
  seriesId: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Announces a wrong hash. */
  isWrong: boolean;
}

interface MadePart {
  file: MadeFile;
  from: number;
  to: number;
}

const WHAT = [
  ...(['prepare', 'prepare', 'register', 'chunk', 'chunk', 'chunk', 'chunk', 'status', 'converted', 'finish', 'drop'] as const),
  ...(['sign-in ended', 'membership ended and given back'] as const),
];
const FILE_COUNTS = { 'series-1': 2, 'series-2': 2 };
const UNKNOWN_STUDY = '00000000-0000-4000-8000-000000000000';

/** One upload on both servers. IDs from the servers are mapped to those of the client. */
class Pair {
  readonly model = new ModelServer();
  readonly session: string;
  readonly files: MadeFile[];
  readonly studyUuid = { real: UNKNOWN_STUDY, model: 'none' };
  /** Eva's current sign-in, which can end and be replaced. */
  #eva: { real: UploadCaller; model: ServerCaller };
  /** The last token that both have issued for the upload. */
  #tokens: { real: string; model: string } | null = null;
  readonly #random: Random;

  constructor(seed: number) {
    this.#eva = { real: bench.eva, model: { team: 'north', user: 1, signIn: null, uploadId: null } };
    this.#random = new Random(seed);
    this.session = `00000000-0000-4000-8000-${String(seed).padStart(12, '0')}`;
    this.files = ['a', 'b', 'c', 'd'].map((id, n) => ({
      id,
      seriesId: n < 2 ? 'series-1' : 'series-2',
      bytes: Uint8Array.from({ length: this.#random.int(1, 12) }, () => this.#random.int(0, 255)),
      isWrong: this.#random.chance(0.1),
    }));
  }

  /** Does the same on both and compares the results. Returns the name of the operation. */
  async operate(): Promise<string> {
    const random = this.#random;
    const [real, model] = random.pick([
      [this.#eva.real, this.#eva.model],
      [this.#eva.real, this.#eva.model],
      [this.#eva.real, this.#eva.model],
      [bench.tom, { team: 'north', user: 2, signIn: 'of Tom', uploadId: null }],
      [bench.ute, { team: 'south', user: 3, signIn: 'of Ute', uploadId: null }],
    ] satisfies [UploadCaller, ServerCaller][]);
    const what = random.pick([...WHAT]);
    switch (what) {
      case 'prepare': {
        const there = await outcomeOf(prepareUpload(bench.context, real, { id: this.session, started: 1 }));
        const here = this.model.prepare(model, this.session);
        expect(codeOf(there)).toBe(codeOf(here));
        if (there.ok && here.ok) this.#tokens = { real: there.value.upload_token, model: here.value.upload_token };
        break;
      }
      case 'register':
        await this.#register(real, model);
        break;
      case 'chunk':
        await this.#chunk(real, model);
        break;
      case 'converted':
        await this.#endSeries();
        break;
      case 'finish': {
        const there = await outcomeOf(finishUploads(bench.context, real, [this.studyUuid.real]));
        expect(codeOf(there)).toBe(codeOf(this.model.finish(model, [this.studyUuid.model])));
        break;
      }
      case 'drop':
        if (random.chance(0.7)) break;
        expect(codeOf(await outcomeOf(dropUpload(bench.context, real, this.session)))).toBe(codeOf(this.model.drop(model, this.session)));
        break;
      case 'sign-in ended':
        await this.#endSignIn();
        break;
      case 'membership ended and given back': {
        const { teamId, userId } = this.#eva.real;
        await bench.context.db.write(async (tx) => {
          await deleteMembership(tx, { teamId, userId }, bench.clock.now);
          await addMembership(tx, { teamId, userId, roleId: ROLE.teamAdministrator }, bench.clock.now);
        });
        this.model.endMembership('north', 1);
        break;
      }
      default:
    }
    await this.#compareToken();
    await this.#compareStatus(real, model);
    return what;
  }

  /** And signs in again. Requests under the earlier sign-in are refused. */
  async #endSignIn(): Promise<void> {
    const { real, model } = this.#eva;
    await bench.context.db.write((tx) => endSignIn(tx, real.signInId, bench.clock.now));
    this.model.endSignIn(model.signIn ?? '');
    const late = await outcomeOf(prepareUpload(bench.context, real, { id: this.session, started: 1 }));
    expect(['signed_out', 'conflict', 'session_closed']).toContain(codeOf(late));
    await this.signIn();
  }

  async signIn(): Promise<void> {
    const signIn = {
      userId: bench.eva.userId,
      host: 'app.localhost',
      device: '',
      lastsMs: 86_400_000,
      idleMs: 86_400_000,
      now: bench.clock.now,
    };
    const { signInId } = await bench.context.db.write((tx) => addSignIn(tx, signIn));
    const { real, model } = this.#eva;
    this.#eva = { real: { ...real, signInId }, model: { ...model, signIn: `${signInId} of Eva` } };
  }

  /** Whether the last token is still valid for the upload. */
  async #compareToken(): Promise<void> {
    if (this.#tokens === null) return;
    const there = await uploadOfToken(bench.context.db.read, this.#tokens.real, bench.clock.now);
    expect(this.model.uploadOfToken(this.#tokens.model)?.session).toBe(there?.session);
  }

  async #register(real: UploadCaller, model: ServerCaller): Promise<void> {
    const counts = this.#random.chance(0.1) ? { ...FILE_COUNTS, 'series-2': 3 } : FILE_COUNTS;
    const body = testStudy(this.session, counts);
    const there = await outcomeOf(registerStudy(bench.context, real, body));
    const here = this.model.register(model, body);
    expect(codeOf(there)).toBe(codeOf(here));
    if (there.ok && here.ok) Object.assign(this.studyUuid, { real: there.value.study.uuid, model: here.value.study.uuid });
  }

  async #chunk(real: UploadCaller, model: ServerCaller): Promise<void> {
    const random = this.#random;
    const parts = random
      .shuffle([...this.files])
      .slice(0, random.int(1, 3))
      .map((file): MadePart => {
        const from = random.chance(0.5) ? 0 : random.int(0, file.bytes.length - 1);
        return { file, from, to: from === 0 && random.chance(0.6) ? file.bytes.length : random.int(from + 1, file.bytes.length) };
      });
    const chunk = random.int(0, 3);
    const damage = random.pick(['none', 'none', 'none', 'on the way', 'before'] as const);
    const hashOf = ({ bytes, isWrong }: MadeFile, hash: (bytes: Uint8Array) => string): string =>
      hash(isWrong ? bytes.toReversed().map((b) => b ^ 1) : bytes);
    // Damaged before its checksum was computed: other bytes, with the hash announced for the correct ones.
    const sentOf = (file: MadeFile): Uint8Array<ArrayBuffer> => (damage === 'before' ? file.bytes.map((byte) => byte ^ 1) : file.bytes);
    const packed = packChunk(
      { session: this.session, studyUuid: this.studyUuid.real, chunk },
      parts.map(({ file, from, to }) => ({
        file: {
          fileId: file.id,
          name: `${file.id}.dcm`,
          seriesId: file.seriesId,
          bytes: sentOf(file),
          announcedSha256: hashOf(file, sha256Of),
        },
        from,
        to,
      })),
    );
    const sent: SentChunk = {
      session: this.session,
      chunk,
      studyUuid: this.studyUuid.model,
      parts: parts.map(({ file, from, to }) => {
        const bytes = sentOf(file).subarray(from, to);
        return {
          fileId: file.id,
          seriesId: file.seriesId,
          size: file.bytes.length,
          offset: from,
          crc: crc32(bytes),
          sha256: hashOf(file, fingerprint),
          bytes,
        };
      }),
    };
    if (damage === 'on the way') {
      packed[packed.length - 1]! ^= 1;
      const last = sent.parts.at(-1);
      if (last) last.bytes = last.bytes.map((byte, at) => (at === last.bytes.length - 1 ? byte ^ 1 : byte));
    }
    const there = await outcomeOf(receiveChunk(bench.context, real, packed));
    const here = receiveWhole(this.model, model, sent);
    expect(codeOf(there)).toBe(codeOf(here));
    if (there.ok && here.ok) expect([...there.value.proved].sort()).toEqual([...here.value].sort());
  }

  /** Like the conversion. */
  async #endSeries(): Promise<void> {
    const upload = this.model.uploads.get(this.session);
    const series = upload?.series.find(({ state }) => state === 'proved');
    if (!series) return;
    series.state = 'converted';
    const row = await bench.context.db.read
      .selectFrom('series')
      .innerJoin('upload', 'upload.id', 'series.upload_id')
      .select('series.id')
      .where('upload.session', '=', this.session)
      .where('series.client_id', '=', series.clientId)
      .executeTakeFirst();
    if (row !== undefined) await putSeriesInto(bench, 'converted', row);
  }

  async #compareStatus(real: UploadCaller, model: ServerCaller): Promise<void> {
    const there = await outcomeOf(uploadStatus(bench.context, real, this.session));
    const here = this.model.status(model, this.session);
    expect(codeOf(here)).toBe(codeOf(there));
    if (!there.ok || !here.ok) return;
    const seen = ({ chunks, files, series }: typeof there.value) => ({
      chunks: [...chunks].sort(),
      files: files.map((file) => JSON.stringify([file.file_id, file.size, file.received, file.proved])).sort(),
      series: series.map(({ idx, state }) => [idx, state]),
    });
    expect(seen(here.value)).toEqual(seen(there.value));
  }
}

/** All steps of a chunk without interruption. */
function receiveWhole(server: ModelServer, caller: ServerCaller, chunk: SentChunk): Outcome<string[]> {
  const taken = takeChunk(server, caller, chunk, true);
  if (taken.kind === 'refused') return { ok: false, code: taken.code };
  if (taken.kind === 'new') {
    server.objects.set(taken.taken.key, taken.taken.body);
    const committed = commitChunk(server, taken.taken);
    removeIfUnreferenced(server, server.uploads.get(chunk.session), taken.taken.key);
    if (!committed.ok) return committed;
  }
  const upload = server.uploads.get(chunk.session);
  if (!upload) throw new Error('A chunk of no upload');
  const ids = new Set(fileIdsOf(chunk));
  const whole = server.unprovenWhole(upload).filter(({ fileId }) => ids.has(fileId));
  const wrong = whole.filter((file) => proveFile(server, upload, file, true) === 'different');
  const hasDifferent = taken.kind === 'all-different' || (taken.kind === 'new' && taken.taken.different.size > 0);
  return hasDifferent || wrong.length > 0 ? { ok: false, code: 'checksum_wrong' } : { ok: true, value: provedOf(upload, chunk) };
}

async function outcomeOf<T>(call: Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, code: error.code };
    throw error;
  }
}

function codeOf(outcome: Outcome<unknown>): string {
  return outcome.ok ? 'ok' : outcome.code;
}

it.each(Array.from({ length: 60 }, (_, seed) => seed + 1))('the model and the server rules agree, sequence %i', async (seed) => {
  const pair = new Pair(seed);
  await pair.signIn();
  const done: string[] = [];
  for (let step = 0; step < 30; step += 1) done.push(await pair.operate());
  expect(done).toHaveLength(30);
});
