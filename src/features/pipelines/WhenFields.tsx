import { ActionIcon, Button, MultiSelect, Select } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import { STEP_RESULTS, type Condition, type PipelineChoices, type PipelineStep, type StepResult, type When } from '#contract/pipelines.ts';
import { FINDING_SEVERITIES, FindingSeverity } from '#contract/quality.ts';
import { RESULT_WORDS, STEP_NAMES } from '#model/pipelines/step-words.ts';
import classes from './Pipelines.module.css';
import { conditionLabel, removeConditionText, TEXTS } from './texts.ts';

interface WhenFieldsProps {
  step: PipelineStep;
  /** Those before it. */
  before: readonly PipelineStep[];
  choices: PipelineChoices;
  modality: string;
  onChange: (step: PipelineStep) => void;
}

const WHATS = ['step', 'finding', 'acquisition', 'label', 'body_part', 'modality'] as const;

/** When the step runs, and what happens if it fails. */
export function WhenFields({ step, before, choices, modality, onChange }: WhenFieldsProps) {
  const { when, fails } = step;
  const set = (next: When | null) => {
    const { when: _before, ...rest } = step;
    onChange((next === null ? rest : { ...rest, when: next }) as PipelineStep);
  };
  const setCondition = (at: number, condition: Condition | null) => {
    const conditions = when!.conditions.flatMap((each, index) => (index === at ? (condition ?? []) : each));
    set(conditions.length === 0 ? null : { ...when!, conditions });
  };
  const first: Condition =
    before.length > 0 ? { what: 'step', step: before.at(-1)!.id, is: ['failed'] } : { what: 'modality', is: [modality] };
  return (
    <>
      <div className={classes.fields}>
        <Select
          label={TEXTS.when}
          data={[
            { value: '', label: TEXTS.always },
            { value: 'all', label: TEXTS.match.all },
            { value: 'any', label: TEXTS.match.any },
          ]}
          value={when?.match ?? ''}
          onChange={(match) => set(match === 'all' || match === 'any' ? { match, conditions: when?.conditions ?? [first] } : null)}
        />
        <Select
          label={TEXTS.fails}
          data={[1, 2, 3].flatMap((tries) =>
            (['stop', 'continue'] as const).map((next) => ({
              value: `${tries} ${next}`,
              label: `${TEXTS.tries[tries - 1]}, ${TEXTS.next[next]}`,
            })),
          )}
          value={`${fails?.tries ?? 1} ${fails?.next ?? 'stop'}`}
          onChange={(value) => {
            const [tries, next] = (value ?? '1 stop').split(' ');
            onChange({ ...step, fails: { tries: Number(tries), next: next === 'continue' ? 'continue' : 'stop' } });
          }}
        />
      </div>
      {when?.conditions.map((condition, at) => (
        <div key={at} className={classes.condition}>
          <Select
            aria-label={conditionLabel(at)}
            data={WHATS.filter((what) => what !== 'step' || before.length > 0).map((what) => ({ value: what, label: TEXTS.what[what] }))}
            value={condition.what}
            onChange={(what) => what !== null && setCondition(at, emptyCondition(what as Condition['what'], before))}
          />
          {condition.what === 'step' && (
            <Select
              aria-label={TEXTS.what.step}
              data={before.map(({ id, type }, index) => ({ value: id, label: `${index + 1} ${STEP_NAMES[type]}` }))}
              value={condition.step}
              onChange={(id) => id !== null && setCondition(at, { ...condition, step: id })}
            />
          )}
          {condition.what === 'finding' ? (
            <Select
              aria-label={TEXTS.is}
              data={FINDING_SEVERITIES.map((value) => ({ value, label: TEXTS.severities[value] }))}
              value={condition.at_least}
              onChange={(value) => setCondition(at, { ...condition, at_least: FindingSeverity.parse(value ?? 'warning') })}
            />
          ) : (
            <MultiSelect
              aria-label={TEXTS.is}
              data={optionsOf(condition, choices, modality)}
              value={condition.is.map(String)}
              onChange={(is) => setCondition(at, withValues(condition, is))}
            />
          )}
          <ActionIcon aria-label={removeConditionText(at)} onClick={() => setCondition(at, null)}>
            <IconX size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {when && when.conditions.length < 10 && (
        <Button
          variant="subtle"
          className={classes.addCondition ?? ''}
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
          onClick={() => set({ ...when, conditions: [...when.conditions, first] })}
        >
          {TEXTS.addCondition}
        </Button>
      )}
    </>
  );
}

function emptyCondition(what: Condition['what'], before: readonly PipelineStep[]): Condition {
  if (what === 'step') return { what, step: before.at(-1)?.id ?? '', is: [] };
  if (what === 'finding') return { what, at_least: 'warning' };
  return { what, is: [] } as Condition;
}

type ListCondition = Exclude<Condition, { what: 'finding' }>;

function withValues(condition: ListCondition, is: readonly string[]): Condition {
  if (condition.what === 'step') return { ...condition, is: is as StepResult[] };
  if (condition.what === 'label') return { ...condition, is: is.map(Number) };
  if (condition.what === 'acquisition') return { ...condition, is: is as AcquisitionCode[] };
  return { ...condition, is: [...is] };
}

function optionsOf(condition: ListCondition, choices: PipelineChoices, modality: string): { value: string; label: string }[] {
  const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  switch (condition.what) {
    case 'step':
      return STEP_RESULTS.map((value) => ({ value, label: RESULT_WORDS[value] }));
    case 'modality':
      return plain(choices.modalities);
    case 'acquisition':
      return plain(choices.acquisitions.filter((one) => one.modality === modality).map(({ code }) => code));
    case 'body_part':
      return choices.body_parts.map(({ slug, title }) => ({ value: slug, label: title }));
    case 'label':
      return choices.labels.map(({ id, name }) => ({ value: String(id), label: name }));
  }
}
