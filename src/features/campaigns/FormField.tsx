import { Select } from '@mantine/core';
import { withStatus } from '#api/failure-texts.ts';
import type { CampaignContent } from '#contract/campaigns.ts';
import { formChoices, formOfValue, formValue } from './form-choices.ts';
import { TEXTS } from './texts.ts';
import { useFormsOfProjects } from './use-forms-of-projects.ts';

interface FormFieldProps {
  chosen: CampaignContent['form'];
  error: string | undefined;
  onChoose: (form: CampaignContent['form']) => void;
}

/** One of the forms of all projects that the user sees. */
export function FormField({ chosen, error: fault, onChoose }: FormFieldProps) {
  const { projects, isPending, error, isAllowed } = useFormsOfProjects();
  const { options, note } = formChoices(projects, chosen);
  return (
    <Select
      data-field="form"
      label={TEXTS.form}
      description={isAllowed ? [TEXTS.formNote, !isPending && note].filter(Boolean).join(' ') : TEXTS.formsNotAllowed}
      placeholder={TEXTS.formSearch}
      error={error === null ? fault : withStatus(TEXTS.formsFailed, error)}
      searchable
      clearable
      data={options}
      value={chosen === null ? null : formValue(chosen)}
      onChange={(value) => onChoose(formOfValue(value))}
      nothingFoundMessage={isPending ? TEXTS.formsLoading : TEXTS.formNotFound}
      maxDropdownHeight={260}
    />
  );
}
