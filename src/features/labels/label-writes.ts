import { callApi } from '#api/call-api.ts';
import type { ApiFailure, ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Label } from '#contract/labels.ts';
import { t } from '#language/t.ts';
import type { OutboxWrite, WriteOf } from '#localdb/schema.ts';

type LabelWrite = WriteOf<'study-label'>;

/** CALL-032, 033: sets the target state, so repeating it changes nothing. */
export function sendLabelWrite({ study, label, on }: LabelWrite): Promise<ApiResult<unknown>> {
  return callApi(on ? CALLS.attachLabel : CALLS.detachLabel, { params: { id: study }, query: { id: String(label) }, quiet: true });
}

export function refusedLabelText(failure: ApiFailure): string {
  const why =
    failure.kind === 'refused' && failure.code === 'not_found' ? t('The label or the study is no longer there.') : t('Not authorized.');
  return [why, t('The study shows the labels that it has.')].join(' ');
}

/** A study as it will be once the server has the write. `labels`: those of the team, for details of an added label. */
export function withLabelWrite<S extends { labels: readonly Label[] }>(study: S, { label, on }: LabelWrite, labels: readonly Label[]): S {
  const others = study.labels.filter((each) => each.label_id !== label);
  const own = study.labels.find((each) => each.label_id === label) ?? labels.find((each) => each.label_id === label);
  return { ...study, labels: on && own !== undefined ? [...others, own].sort(byName) : others };
}

/** `coming` and `going`: a change that the server has not received. */
export interface ShownLabel {
  id: number;
  name: string;
  color: string;
  state: 'on' | 'coming' | 'going';
}

/**
 * The labels of a study from the last answer, with this user's later changes applied. Names and colours come from the team's list, which is
 * newer than a study stored for reading offline.
 */
export function shownLabels(
  study: { uuid: string; labels: readonly Label[] },
  writes: readonly OutboxWrite[],
  labels: readonly Label[],
): ShownLabel[] {
  const said = new Map(
    writes.flatMap((write) => (write.kind === 'study-label' && write.study === study.uuid ? [[write.label, write.on]] : [])),
  );
  const byId = new Map([...study.labels, ...labels].map((label) => [label.label_id, label]));
  const has = new Set(study.labels.map((label) => label.label_id));
  return [...byId.values()].toSorted(byName).flatMap(({ label_id: id, name, color }) => {
    const on = said.get(id) ?? has.has(id);
    if (!on && !has.has(id)) return [];
    return [{ id, name, color, state: on === has.has(id) ? 'on' : on ? 'coming' : 'going' } as const];
  });
}

/** How many labels fit readably into the column of a row; at least one. */
export function labelsOnRow(labels: readonly { name: string }[]): number {
  let characters = 0;
  const first = labels.findIndex(({ name }) => (characters += name.length + CHARACTERS_OF_EDGES) > CHARACTERS_ON_A_ROW);
  return first === -1 ? labels.length : Math.max(1, first);
}

/** When the column is at its narrowest. */
const CHARACTERS_ON_A_ROW = 20;
const CHARACTERS_OF_EDGES = 3;

function byName(a: Label, b: Label): number {
  return a.name.localeCompare(b.name);
}
