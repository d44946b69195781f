import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { Form, FormVersion, ProjectAnswer } from '#contract/forms.ts';
import { answersToCsv } from '#model/forms/to-csv.ts';
import { saveFile } from '#ui/browser/save-file.ts';
import { failureText } from './texts.ts';

/** Saves all answers of a form as one CSV, whose name says nothing of a patient. Why it could not; null: it did. */
export async function exportAnswers(project: number, { form }: Form): Promise<string | null> {
  const rows: ProjectAnswer[] = [];
  const versions = new Map<number, FormVersion>();
  for (let page = 1; ; page += 1) {
    const answer = await callApi(CALLS.projectAnswers, { params: { id: String(project), form }, query: { page } });
    if (!answer.ok) return failureText(answer.failure);
    const { data, total, per_page: perPage } = answer.value;
    rows.push(...data);
    for (const version of answer.value.versions) versions.set(version.number, version);
    if (page * perPage >= total) break;
  }
  const text = answersToCsv(
    rows.map(({ study, answer }) => ({ study: `Study ${study.id}`, answer })),
    [...versions.values()],
  );
  saveFile({ name: `project-${project}-answers.csv`, file: new Blob([text], { type: 'text/csv;charset=utf-8' }) });
  return null;
}
