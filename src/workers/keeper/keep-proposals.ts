import type { StudyProposals } from '#contract/ai/inferences.ts';
import type { RunnableModel } from '#contract/ai/models.ts';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import { needModel } from '#localdb/kept-copies/kept-models.ts';
import { keptKeys, keptObject } from '#localdb/kept-copies/offline-objects.ts';
import type { KeptKey, KeptObjectRow } from '#localdb/schema.ts';
import { modelsForStudy } from '#model/ai/suits-series.ts';
import { DONE, fetched, fetchObject, keepWhole, keyOf, orStopped, trouble, type Fetched, type KeepPorts } from './fetch-object.ts';
import type { ObjectOfStudy } from './fetch-object.ts';

/** What is kept of models for a study: answers and label maps, and models, which other studies may need as well. */
interface KeptProposals {
  ofStudy: ReadonlySet<KeptKey>;
  models: ReadonlySet<KeptKey>;
}

/**
 * Keeps what models have proposed for a study, and the models that suit one of its series, so that they propose without a network. What the user may not have, or is
 * gone, is left out: the study is complete without it.
 */
export async function keepProposals(
  ports: KeepPorts,
  study: StudyDetail,
  series: readonly Series[],
  signal: AbortSignal,
): Promise<Fetched<KeptProposals>> {
  const { db, device } = ports;
  const { uuid: studyUuid } = study;
  const answered = await askAll(ports, study, series, signal);
  if (answered.end !== 'fetched') return answered;
  const { answers, objects, needsRuntime } = answered.value;
  for (const [key, answer] of answers) {
    const kept = await keepWhole(ports, { key, studyUuid, tag: null }, new Blob([JSON.stringify(answer)]));
    if (kept.end !== 'fetched') return kept;
  }
  const here = await keptKeys(db, device, objects.map(keyOf));
  for (const object of objects) {
    const kept = here.has(keyOf(object)) ? DONE : withoutMissing(await fetchObject(ports, studyUuid, object, signal), null);
    if (kept.end !== 'fetched') return kept;
    if (object.kind === 'model') await needModel(db, keyOf(object), studyUuid);
  }
  if (needsRuntime && !(await ports.keepRuntime())) return trouble('network', null);
  const keysOf = (isModel: boolean): KeptKey[] => objects.filter(({ kind }) => (kind === 'model') === isModel).map(keyOf);
  return {
    end: 'fetched',
    value: { ofStudy: new Set([...answers.map(([key]) => key), ...keysOf(false)]), models: new Set(keysOf(true)) },
  };
}

/**
 * Whether the label maps and models of a study are here, and no others, or the server cannot be asked. What people have decided meanwhile is stored at once: the
 * study is complete, whatever they do.
 */
export async function areProposalsKept(
  ports: KeepPorts,
  studyUuid: string,
  series: readonly Series[],
  signal: AbortSignal,
): Promise<boolean> {
  const { db, device } = ports;
  const study = await keptAnswer(ports, `answer:study:${studyUuid}`);
  if (study === null) return false;
  const answered = await askAll(ports, JSON.parse(study) as StudyDetail, series, signal);
  if (answered.end !== 'fetched') return true;
  const { answers, objects } = answered.value;
  const wanted = new Set(objects.map(keyOf));
  const isHere = (await keptKeys(db, device, [...wanted])).size === wanted.size;
  const needed = (await db.keptObjects.filter((row) => isOfModels(row, studyUuid)).toArray()).map(({ key }) => key);
  if (!isHere || needed.length !== wanted.size) return false;
  for (const [key, answer] of answers)
    if ((await keptAnswer(ports, key)) !== JSON.stringify(answer))
      await keepWhole(ports, { key, studyUuid, tag: null }, new Blob([JSON.stringify(answer)]));
  return true;
}

/** A label map of the study, or a model that it needs. */
const isOfModels = ({ kind, studyUuid, neededBy }: KeptObjectRow, study: string): boolean =>
  (kind === 'labels' && studyUuid === study) || (neededBy?.includes(study) ?? false);

interface Asked {
  answers: [KeptKey, unknown][];
  objects: ObjectOfStudy[];
  /** One of the models is a network. */
  needsRuntime: boolean;
}

const NOTHING: Asked = { answers: [], objects: [], needsRuntime: false };

async function askAll({ server }: KeepPorts, study: StudyDetail, series: readonly Series[], signal: AbortSignal): Promise<Fetched<Asked>> {
  const { uuid } = study;
  const proposals = withoutMissing<StudyProposals | null>(fetched(await server.proposals(uuid, signal).catch(orStopped(signal))), null);
  if (proposals.end !== 'fetched') return proposals;
  if (proposals.value === null) return { end: 'fetched', value: NOTHING };
  const { data, blinded } = proposals.value;
  const runnable: Fetched<RunnableModel[]> = blinded
    ? { end: 'fetched', value: [] }
    : withoutMissing(fetched(await server.runnable(signal).catch(orStopped(signal))), []);
  if (runnable.end !== 'fetched') return runnable;
  const models = modelsForStudy(runnable.value, series, study);
  const labels = data.map(({ id, size }): ObjectOfStudy => ({ kind: 'labels', id, study: uuid, size }));
  const files = models.map(({ version }): ObjectOfStudy => ({ kind: 'model', id: version.uuid, size: version.size }));
  return {
    end: 'fetched',
    value: {
      answers: [
        [`answer:proposals:${uuid}`, proposals.value],
        [`answer:runnable:${uuid}`, models],
      ],
      objects: [...labels, ...files],
      needsRuntime: models.some(({ version }) => version.manifest.engine === 'onnx'),
    },
  };
}

/** A refusal concerns this object only, and not the study. */
function withoutMissing<T>(answer: Fetched<T>, instead: T): Fetched<T> {
  const isMissing = answer.end === 'trouble' && (answer.trouble.why === 'gone' || answer.trouble.why === 'refused');
  return isMissing ? { end: 'fetched', value: instead } : answer;
}

async function keptAnswer({ db, device }: KeepPorts, key: KeptKey): Promise<string | null> {
  const kept = await keptObject(db, device, key);
  return kept && (await kept.blob()).text();
}
