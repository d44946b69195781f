import type { BrowserContext } from 'playwright';
import { Pipeline } from '#contract/catalogues.ts';
import { Flow, FlowList, type FlowReason, type FlowState, type FlowStepState } from '#contract/flows.ts';
import { Blueprint, PipelineChoices, PipelineDetail } from '#contract/pipelines.ts';
import { dateToWire } from '#contract/dates.ts';
import { z } from '#contract/zod.ts';
import { SHIPPED_BLUEPRINTS } from '#model/pipelines/shipped-blueprints.ts';

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const COUNTS = { running: 1, waits_data: 1, waits_person: 2, failed: 2, done: 96, cancelled: 0 };

/** Pipelines and flows of a made-up team. What a page says of time counts from now. */
function made() {
  const ago = (minutes: number): string => dateToWire(new Date(Date.now() - minutes * 60_000));
  const when = {
    match: 'any' as const,
    conditions: [{ what: 'step' as const, step: 'propose', is: ['failed' as const, 'unlike' as const] }],
  };
  const definition = {
    starts: { modality: 'MR', body_part: 'prostate' },
    steps: [
      { id: 'arrive', type: 'wait', acquisitions: ['T2W', 'ADC'], hours: 24 },
      { id: 'convert', type: 'convert' },
      { id: 'propose', type: 'infer', model: 7, acquisition: 'T2W', fails: { tries: 2, next: 'continue' } },
      { id: 'review', type: 'ask', kind: 'review', to: { role: 3 }, days: 3, note: 'Check the proposed segments.', when },
      { id: 'ready', type: 'label', label: 4 },
      { id: 'dataset', type: 'dataset', dataset: 6 },
      { id: 'tell', type: 'notify', to: 'uploader', text: 'A study is ready' },
    ],
  };
  const version = { number: 6, author: 'Mei Tanaka', created_at: ago(2_000) };
  const named = { name: 'Prostate MR', modality_code: 'MR', acquisitions: [{ code: 'T2W' }, { code: 'ADC' }] };
  const pipelines = [
    PipelineDetail.parse({
      ...{ id: 3, code: 'prostate-mr', ...named, version: 6, counts: COUNTS },
      ...{ current: { ...version, definition }, versions: [version, { ...version, number: 5, created_at: ago(9_000) }] },
    }),
    PipelineDetail.parse({
      ...{ id: 4, code: 'brain', name: 'Brain', modality_code: 'MR', acquisitions: [], version: 0, current: null, versions: [] },
      counts: { running: 0, waits_data: 0, waits_person: 0, failed: 0, done: 0, cancelled: 0 },
    }),
  ];
  const choices = PipelineChoices.parse({
    models: [
      { id: 7, name: 'Prostate zones', promoted: false },
      { id: 8, name: 'Hippocampus', promoted: true },
    ],
    labels: [{ id: 4, name: 'Zones ready' }],
    projects: [{ id: 5, name: 'Zones 2026', open: true }],
    datasets: [{ id: 6, name: 'Prostate zones' }],
    people: [{ id: 1, name: 'Mei Tanaka' }],
    roles: [{ id: 3, name: 'Reviewer' }],
    modalities: ['MR', 'CT'],
    acquisitions: ['T2W', 'DWI', 'ADC'].map((code) => ({ code, modality: 'MR' })),
    body_parts: [
      { slug: 'brain', title: 'Brain' },
      { slug: 'prostate', title: 'Prostate' },
    ],
    permissions: ['r:ai-infers', 'r:studies', 'r:datasets', 'r:projects'],
  });
  const flowOf = (
    id: number,
    patientName: string,
    state: FlowState,
    position: number,
    reason: FlowReason | null,
    minutes: number,
  ): Flow => {
    const here = (state === 'cancelled' ? 'not_started' : state) as FlowStepState;
    const stateAt = (at: number): FlowStepState => (at < position ? 'done' : at === position ? here : 'not_started');
    const reached = (at: number) => (at <= position ? ago(minutes + 5) : null);
    return Flow.parse({
      ...{ id, pipeline: { id: 3, name: 'Prostate MR', version: 6 }, study: { uuid: uuid(id), patientName, modality: 'MR' } },
      ...{ state, position, reason, started_by: null, created_at: ago(minutes + 60), updated_at: ago(minutes) },
      steps: definition.steps.map(({ id: step, type }, at) => ({
        ...{ id: step, type, state: stateAt(at), reason: at === position ? reason : null, tries: at <= position ? 1 : 0 },
        ...{ results: at < position ? ['done'] : [], links: step === 'propose' && at <= position ? [{ kind: 'infer', id: '12' }] : [] },
        ...{ started_at: reached(at), ended_at: at < position ? ago(minutes) : null },
      })),
    });
  };
  const flows = [
    flowOf(2118, 'Wagtail^Grey', 'failed', 2, { code: 'model_failed', values: ['lost'] }, 22),
    flowOf(2117, 'Pipit^Open', 'failed', 1, { code: 'nothing_converted', values: ['3'] }, 8),
    flowOf(2116, 'Dunlin^Soft', 'waits_person', 3, { code: 'person_asked', values: ['2027-03-01'] }, 17 * 60),
    flowOf(2115, 'Siskin^Near', 'waits_data', 0, { code: 'acquisitions_missing', values: ['ADC'] }, 120),
    flowOf(2114, 'Heron^Quiet', 'running', 1, { code: 'converting', values: ['3', '5'] }, 1),
    flowOf(2113, 'Crane^Tall', 'done', 7, null, 300),
  ];
  return { pipelines, choices, flows };
}

/** Answers every call about pipelines and flows. */
export async function answerForFlows(context: BrowserContext): Promise<void> {
  const of = made();
  await context.route(
    ({ pathname }) => /^\/api\/(pipelines|pipeline-blueprints|flows)(\/|$)/.test(pathname),
    (route) => {
      const { pathname, searchParams } = new URL(route.request().url());
      const answer = answerOf(of, pathname.replace('/api/', ''), searchParams.get('state'));
      return answer === null ? route.fulfill({ status: 404, json: { message: '', code: 'not_found' } }) : route.fulfill({ json: answer });
    },
  );
}

function answerOf({ pipelines, choices, flows }: ReturnType<typeof made>, path: string, state: string | null): object | null {
  const [area, id] = path.split('/');
  if (area === 'pipeline-blueprints') return { data: Blueprint.array().parse(SHIPPED_BLUEPRINTS) };
  if (area === 'flows' && id === undefined) {
    const data = flows.filter((flow) => state === null || flow.state === state);
    return FlowList.parse({ data, counts: COUNTS, total: data.length, per_page: 30, current_page: 1 });
  }
  if (area === 'flows') return dataOf(flows.find((flow) => String(flow.id) === id));
  if (id === undefined) return { data: z.array(Pipeline).parse(pipelines) };
  return id === 'choices' ? { data: choices } : dataOf(pipelines.find((pipeline) => String(pipeline.id) === id));
}

const dataOf = (found: object | undefined): object | null => (found === undefined ? null : { data: found });
