import type { BrowserContext, Route } from 'playwright';
import { AiInferList, InferBatch, type AiInfer } from '#contract/ai/inferences.ts';
import { AiModelDetail, AiModelList, ModelConfiguration, RunnableModel } from '#contract/ai/models.ts';
import { NextCases } from '#contract/ai/next-cases.ts';
import { AiTrainingDetail, AiTrainingList } from '#contract/ai/trainings.ts';
import { WorkerOverview } from '#contract/ai/workers.ts';
import { dateToWire } from '#contract/dates.ts';

/** A 2 × 2 picture. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAADklEQVR4nGNgYGBoYGBgAAABBAAB/2aQ9wAAAABJRU5ErkJggg==',
  'base64',
);

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const BATCH = uuid(300);

/** Worker, model and people of a made-up team. What a page says of time counts from now. */
function made() {
  const now = Date.now();
  const ago = (seconds: number): string => dateToWire(new Date(now - seconds * 1_000));
  const segments = [
    { title: 'Anterior', value: 1 },
    { title: 'Posterior', value: 2 },
  ];
  const dataset = { id: 6, name: 'Hippocampus T1', version: 3, uuid: uuid(3) };
  const manifest = {
    format: 1,
    engine: 'onnx',
    spacing: [1, 1, 1],
    channels: [{ name: 'T1', acquisition: null, normalisation: { kind: 'image' } }],
    patch: [40, 56, 40],
    multiple: [8, 8, 8],
    overlap: 0.5,
    mirror: [],
    classes: segments,
    trainedOn: {
      patients: 20,
      spacing: { least: [1, 1, 1], most: [1, 1, 1.5] },
      extent: { least: [31, 40, 24], most: [43, 59, 47] },
      intensity: [],
      entropy: null,
    },
    training: null,
  };
  const report = (shift: number) => ({
    engine: 'unet',
    seed: 1,
    seconds: 414,
    heldOut: Array.from({ length: 12 }, (_, at) => {
      const foreground = 0.8 + shift + at * 0.009;
      return {
        id: `case-${String(at + 1).padStart(4, '0')}`,
        part: 'test',
        dice: { '1': foreground - 0.01, '2': foreground - 0.02, foreground },
      };
    }),
    mean: {},
    deviation: {},
    settings: { levels: 3 },
  });
  const version = (number: number, shift: number) => ({
    ...{ uuid: uuid(number), number, state: 'ready', manifest, report: report(shift), training: number, dataset },
    ...{ size: 1_400_000, sha256: 'a'.repeat(64), created_by: 'Ada Lindqvist', created_at: ago(90_000 * (3 - number)), reason: null },
  });
  const model = {
    id: 4,
    name: 'Hippocampus',
    code: 'hippocampus',
    description: 'Outlines both parts of the hippocampus on T1.',
    structure_name: 'Hippocampus, left',
    structure_id: null,
    segments,
    created_at: ago(900_000),
    parent_id: null,
    is_private: true,
    is_derived: false,
    user_name: 'Ada Lindqvist',
    team_name: 'North',
    last_number: 2,
    promoted: { version: uuid(1), number: 1, reason: 'The first good one', by: 'Ada Lindqvist', at: ago(90_000) },
    dice: 0.83,
    editable: true,
    versions: [version(2, 0), version(1, -0.02)],
    used: { proposed: 412, accepted: 253, corrected: 120, refused: 27 },
    quality: [5, 4, 3, 2, 1].map((week) => ({
      ...{ version: 1, week: ago(week * 604_800).slice(0, 10), dice: 0.88 - 0.005 * (5 - week), results: 12 },
    })),
  };
  const useless = { ...model, id: 5, name: 'Prostate zones', code: 'prostate-zones', promoted: null, dice: 0.42, last_number: 1 };
  const uselessDetail = { ...useless, versions: [{ ...version(1, -0.4), uuid: uuid(7) }], quality: [], used: NOT_USED };
  const rounds = Array.from({ length: 30 }, (_, at) => {
    const share = 1 - Math.exp(-(at + 1) / 8);
    return {
      round: at + 1,
      at: ago(300 - at * 6),
      dice: { '1': 0.89 * share, '2': 0.85 * share, foreground: 0.87 * share },
      loss: 1.2 * Math.exp(-at / 9),
    };
  });
  const training = {
    id: 7,
    uuid: uuid(70),
    model: { id: 4, name: 'Hippocampus' },
    dataset: { id: 6, name: 'Hippocampus T1', version: 3 },
    engine: 'unet',
    params: { seconds: 420, seed: 1 },
    state: 'running',
    fraction: 0.62,
    waits: null,
    failure: null,
    dice: 0.85,
    created_by: 'Ada Lindqvist',
    created_at: ago(400),
    started_at: ago(260),
    ended_at: null,
    segments,
    message: 'round 30',
    worker: 'cpu-01',
    cases: { train: 20, validation: 4, test: 12, withdrawn: 1 },
    rounds,
    report: null,
    studies: [],
    version: null,
    previews: ['previews/case-0001.png'],
    log: rounds.slice(-12).map(({ round, at, loss }) => ({ at, line: `round ${round} loss ${loss.toFixed(3)}` })),
    startable: false,
  };
  const ended = { started_at: ago(900), ended_at: ago(480) };
  const complete = {
    ...training,
    ...{ id: 2, uuid: uuid(72), state: 'complete', fraction: 1, ...ended, report: report(0), version: { uuid: uuid(2), number: 2 } },
    studies: [{ id: 'case-0001', uuid: uuid(21), patientName: 'Heron^Quiet' }],
  };
  const queued = {
    ...training,
    id: 6,
    uuid: uuid(76),
    state: 'queued',
    waits: 'none',
    fraction: 0,
    worker: null,
    dice: null,
    started_at: null,
    rounds: [],
    previews: [],
    log: [],
  };
  const lost = {
    ...training,
    id: 5,
    uuid: uuid(75),
    state: 'failed',
    failure: 'lost',
    message: 'not seen for 60 s',
    startable: true,
    ended_at: ago(10),
  };
  const by = { id: 4, name: 'Hippocampus', version: uuid(1), number: 1, dice: 0.83, held_out: 12, learned_from: 20, withdrawn: false };
  const infer = (id: number, patientName: string, more: object) => ({
    ...{
      id,
      model: by,
      study: { uuid: uuid(100 + id), patientName, modality: 'MR' },
      series: null,
      batch: BATCH,
      state: 'done',
      fraction: 0,
    },
    ...{ message: '', waits: null, failure: null, summary: null, decided: [], started_by: 'Ada Lindqvist', created_at: ago(900) },
    ...{ started_at: ago(120), ended_at: ago(60), worker: 'cpu-01', ...more },
  });
  const summary = {
    classes: segments.map((segment) => ({ ...segment, voxels: 1_600, ml: 1.6 })),
    ...{ entropy: 0.12, unlike: [], seconds: 1.2 },
  };
  const decided = segments.map(({ value }) => ({ value, decision: 'corrected', dice: 0.91, by: 'Noor Haddad', at: ago(30) }));
  const infers = [
    infer(1, 'Dotterel^Lone', { state: 'failed', failure: 'no_series', message: 'Needs T1; there is only FLAIR.' }),
    infer(2, 'Pintail^Deep', { state: 'failed', failure: 'lost' }),
    infer(3, 'Wigeon^Small', { state: 'running', fraction: 0.7, message: 'patch 12 of 18', ended_at: null }),
    infer(4, 'Skua^Brown', { summary: { ...summary, unlike: ['spacing'] } }),
    infer(5, 'Sanderling^Even', { summary, decided }),
    infer(6, 'Knot^Red', { state: 'queued', waits: 'worker', started_at: null, ended_at: null, worker: null }),
  ] as AiInfer[];
  const nextCases = (
    [
      ['Skua^Brown', ['unsure', 'unlike']],
      ['Turnstone^Quick', ['unlike']],
      ['Godwit^Slim', ['unsure']],
      ['Plover^Dun', []],
      ['Whimbrel^Far', []],
      ['Ruff^Pale', ['empty']],
      ['Stint^Little', ['unknown']],
    ] as const
  ).map(([patientName, reasons], at) => ({
    study: { uuid: uuid(600 + at), patientName, modality: 'MR' },
    ...{ infer: 20 + at, reasons },
  }));
  const batch = {
    uuid: BATCH,
    title: 'Stroke 2',
    model: by,
    state: 'running',
    counts: COUNTS,
    created_by: 'Ada Lindqvist',
    created_at: ago(3_000),
  };
  const worker = (number: number, name: string, state: string, more: object = {}) => ({
    ...{ uuid: uuid(400 + number), name, state, built_in: false, device: 'ward 4, 8 cores', memory_mb: 16_000, engines: ['unet', 'onnx'] },
    ...{ kinds: ['train', 'infer'], job: null, busy_elsewhere: false, last_seen: ago(3), done_24h: 121, key: 1, ...more },
  });
  const job = { kind: 'train', title: 'Hippocampus #7', fraction: 0.62, message: 'round 30', training: 7, infer: null };
  const key = (id: number, name: string, revoked: string | null) => ({
    ...{
      id,
      name,
      engines: [],
      teams: [{ slug: 'north', name: 'North' }],
      created_by: 'Ada Lindqvist',
      created_at: ago(90_000),
      revoked_at: revoked,
    },
  });
  return {
    models: AiModelList.parse(listOf([model, useless])),
    model: new Map([model, uselessDetail].map((each) => [each.id, AiModelDetail.parse(each)])),
    next: NextCases.parse({ version: 1, data: nextCases, total: 9 }),
    runnable: [
      RunnableModel.parse({
        model: { id: 4, name: 'Hippocampus', code: 'hippocampus', structure_id: null },
        version: model.versions[1],
        rules: [],
      }),
    ],
    trainings: AiTrainingList.parse(listOf([training, queued, lost, complete])),
    training: new Map([training, queued, lost, complete].map((each) => [each.id, AiTrainingDetail.parse(each)])),
    infers: AiInferList.parse({ ...listOf(infers), counts: COUNTS }),
    batches: [InferBatch.parse(batch)],
    overview: WorkerOverview.parse({
      workers: [
        worker(1, 'cpu-01', 'working', { job }),
        worker(2, 'cpu-03', 'lost', { last_seen: ago(400) }),
        worker(3, 'lab-07', 'draining'),
        worker(4, 'trees-01', 'idle', { built_in: true, key: null, device: '2 cores', engines: ['trees'] }),
      ],
      keys: [key(1, 'ward 4', null), key(2, 'old machine', ago(5_000))],
      ...{ waiting: 91, oldest: ago(180), running: 2, done_24h: 1_942, first_try_24h: 1_921 },
      stuck: [{ needs: 'total', count: 1, ends: ago(-80_000) }],
    }),
    configuration: ModelConfiguration.parse({
      rules: [
        { uuid: uuid(500), modality: 'MR', body_part: 'head', acquisition: '', model: 4, on: true },
        { uuid: uuid(501), modality: 'CT', body_part: '', acquisition: 'AR', model: 'total', on: false },
      ],
      version: 3,
    }),
  };
}

const COUNTS = { queued: 1, running: 1, done: 2, failed: 2 };
const NOT_USED = { proposed: 0, accepted: 0, corrected: 0, refused: 0 };
const listOf = (data: readonly unknown[]) => ({ data, total: data.length, per_page: 30, current_page: 1 });

/** A team that has trained a model answers the calls of AI in place of the server, in the words of the contract. */
export async function answerForAi(context: BrowserContext): Promise<void> {
  const of = made();
  await context.route(
    ({ pathname }) => /^\/api\/ai(2\/|-)/.test(pathname) && !pathname.startsWith('/api/ai-prompts'),
    (route) => {
      const answer = answerOf(of, new URL(route.request().url()).pathname.replace('/api/', ''), route);
      if (answer === null) return route.fulfill({ status: 404, json: { message: '', code: 'not_found' } });
      return Buffer.isBuffer(answer) ? route.fulfill({ body: answer, contentType: 'image/png' }) : route.fulfill({ json: answer });
    },
  );
}

function answerOf(of: ReturnType<typeof made>, path: string, route: Route): object | null {
  const id = Number(path.split('/').at(-1));
  const one = (found: object | undefined) => (found === undefined ? null : { data: found });
  if (path.includes('/previews/')) return PICTURE;
  if (path === 'ai2/model') return of.models;
  if (path.endsWith('/next-cases')) return { data: of.next };
  if (path.startsWith('ai2/model/')) return one(of.model.get(id));
  if (path === 'ai2/runnable') return { data: of.runnable };
  if (path === 'ai2/ai-train') return of.trainings;
  if (path.startsWith('ai2/ai-train/')) return one(of.training.get(id));
  if (path === 'ai-infers') {
    const state = new URL(route.request().url()).searchParams.get('state');
    return { ...of.infers, data: of.infers.data.filter((infer) => state === null || infer.state === state) };
  }
  if (path.startsWith('ai-infers/')) return one(of.infers.data.find((infer) => infer.id === id));
  if (path === 'ai-infer-batches') return { data: of.batches };
  if (path === 'ai-workers') return { data: of.overview };
  if (path === 'ai-workers/keys') return { data: { key: of.overview.keys[0], secret: 'lsw_not-a-real-key' } };
  return path === 'ai-model-configuration' ? { data: of.configuration } : null;
}
