import type { CampaignContent } from '#contract/campaigns.ts';
import type { Form } from '#contract/forms.ts';
import { TEXTS, formLabel, formVersionText, olderFormText } from './texts.ts';

type Chosen = CampaignContent['form'];

/** Forms of a project in their latest versions. */
export interface FormsOfProject {
  project: string;
  forms: readonly Pick<Form, 'form' | 'number' | 'title' | 'retired'>[];
}

interface FormChoices {
  options: { value: string; label: string }[];
  /** What is unusual about the chosen one; empty: nothing. */
  note: string;
}

export const formValue = ({ uuid, version }: NonNullable<Chosen>): string => `${uuid} ${version}`;

/** Null: none. */
export function formOfValue(value: string | null): Chosen {
  if (value === null) return null;
  const [uuid, version] = value.split(' ') as [string, string];
  return { uuid, version: Number(version) };
}

/** Forms that are not retired, in their latest versions, and the chosen one, which stays as it is. */
export function formChoices(projects: readonly FormsOfProject[], chosen: Chosen): FormChoices {
  const all = projects.flatMap(({ project, forms }) => forms.map((form) => ({ ...form, label: formLabel(form.title, project) })));
  const options = all
    .filter(({ retired }) => !retired)
    .map(({ form, number, label }) => ({ value: formValue({ uuid: form, version: number }), label }));
  if (chosen === null) return { options, note: '' };
  const value = formValue(chosen);
  const latest = all.find(({ form }) => form === chosen.uuid);
  const label = latest?.label ?? TEXTS.form;
  const isOlder = latest !== undefined && latest.number > chosen.version;
  const note = latest?.retired === true ? TEXTS.formRetired : isOlder ? olderFormText(chosen.version, latest.number) : '';
  if (options.some((one) => one.value === value)) return { options, note };
  return { options: [{ value, label: `${label}, ${formVersionText(chosen.version)}` }, ...options], note };
}
