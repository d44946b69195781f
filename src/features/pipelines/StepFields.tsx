import { MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import type { PipelineChoices, PipelineStep } from '#contract/pipelines.ts';
import { TASK_KINDS, TaskKind } from '#contract/tasks.ts';
import { KIND_WORDS, STEP_NAMES } from '#model/pipelines/step-words.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { HolderField } from './HolderField.tsx';
import classes from './Pipelines.module.css';
import { TEXTS } from './texts.ts';

interface StepFieldsProps {
  step: PipelineStep;
  choices: PipelineChoices;
  /** Those before it. */
  before: readonly PipelineStep[];
  modality: string;
  onChange: (step: PipelineStep) => void;
}

/** What a step of this type needs to know. */
export function StepFields({ step, choices, before, modality, onChange }: StepFieldsProps) {
  const acquisitions = choices.acquisitions.filter((one) => one.modality === modality).map(({ code }) => code);
  switch (step.type) {
    case 'convert':
    case 'check':
      return null;
    case 'register':
      return (
        <div className={classes.fields}>
          {(['moving', 'fixed'] as const).map((which) => (
            <Select
              key={which}
              label={TEXTS[which]}
              data={acquisitions}
              value={step[which]}
              onChange={(code) => code !== null && onChange({ ...step, [which]: code as AcquisitionCode })}
            />
          ))}
          <NumberInput
            label={TEXTS.maxMm}
            min={0.1}
            max={100}
            step={0.5}
            value={step.max_mm}
            onChange={(mm) => onChange({ ...step, max_mm: Number(mm) })}
          />
        </div>
      );
    case 'segment':
      return (
        <div className={classes.fields}>
          <Select
            label={TEXTS.from}
            data={before.flatMap(({ id, type }, at) => (type === 'infer' ? [{ value: id, label: `${at + 1} ${STEP_NAMES[type]}` }] : []))}
            value={step.from}
            onChange={(id) => id !== null && onChange({ ...step, from: id })}
          />
        </div>
      );
    case 'wait':
      return (
        <div className={classes.fields}>
          <MultiSelect
            label={TEXTS.acquisitions}
            data={acquisitions}
            value={step.acquisitions}
            onChange={(codes) => onChange({ ...step, acquisitions: codes as AcquisitionCode[] })}
          />
          <NumberInput
            label={TEXTS.hours}
            min={1}
            max={24 * 90}
            allowDecimal={false}
            value={step.hours}
            onChange={(hours) => onChange({ ...step, hours: Number(hours) })}
          />
        </div>
      );
    case 'infer':
      return (
        <div className={classes.fields}>
          <ChoiceField label={TEXTS.model} of={choices.models} value={step.model} onChange={(model) => onChange({ ...step, model })} />
          <Select
            label={TEXTS.on}
            data={[{ value: '', label: TEXTS.suitable }, ...acquisitions]}
            value={step.acquisition ?? ''}
            onChange={(code) => onChange({ ...step, acquisition: code ? (code as AcquisitionCode) : null })}
          />
        </div>
      );
    case 'ask':
      return (
        <div className={classes.fields}>
          <Select
            label={TEXTS.task}
            data={TASK_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind] }))}
            value={step.kind}
            onChange={(kind) => onChange({ ...step, kind: TaskKind.parse(kind ?? step.kind) })}
          />
          <HolderField
            label={TEXTS.to}
            choices={choices}
            value={step.to}
            onChange={(to) => to !== 'uploader' && onChange({ ...step, to })}
          />
          <NumberInput
            label={TEXTS.days}
            min={1}
            max={365}
            allowDecimal={false}
            value={step.days ?? ''}
            onChange={(days) => {
              const { days: _before, ...rest } = step;
              onChange(days === '' ? rest : { ...rest, days: Number(days) });
            }}
          />
          <Textarea
            label={TEXTS.note}
            autosize
            maxLength={500}
            value={step.note}
            onChange={({ currentTarget: { value: note } }) => onChange({ ...step, note })}
          />
        </div>
      );
    case 'label':
      return (
        <div className={classes.fields}>
          <ChoiceField label={TEXTS.label} of={choices.labels} value={step.label} onChange={(label) => onChange({ ...step, label })} />
        </div>
      );
    case 'project':
      return (
        <div className={classes.fields}>
          <ChoiceField
            label={TEXTS.project}
            of={choices.projects}
            value={step.project}
            onChange={(project) => onChange({ ...step, project })}
          />
        </div>
      );
    case 'dataset':
      return (
        <div className={classes.fields}>
          <ChoiceField
            label={TEXTS.dataset}
            of={choices.datasets}
            value={step.dataset}
            onChange={(dataset) => onChange({ ...step, dataset })}
          />
        </div>
      );
    case 'notify':
      return (
        <div className={classes.fields}>
          <HolderField label={TEXTS.to} choices={choices} withUploader value={step.to} onChange={(to) => onChange({ ...step, to })} />
          <TextInput
            label={TEXTS.notice}
            maxLength={200}
            value={step.text}
            onChange={({ currentTarget: { value: text } }) => onChange({ ...step, text })}
          />
        </div>
      );
  }
}
