import { MultiSelect, SegmentedControl, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { IconAlertOctagon, IconInfoCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import { CALLS } from '#contract/calls.ts';
import type { PipelineChoices, PipelineDefinition, PipelineDetail, PipelineProblem } from '#contract/pipelines.ts';
import { problemsOf } from '#model/pipelines/check-pipeline.ts';
import type { Session } from '#model/session.ts';
import { formatCount } from '#ui/format.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Changes } from './Changes.tsx';
import type { ChooseStudies } from './choose-studies.ts';
import { codeOf, faultsOf, incompleteSteps, parseDefinition, type DraftFaults, type PipelineDraft } from './pipeline-draft.ts';
import classes from './Pipelines.module.css';
import { Problems } from './Problems.tsx';
import { StepGraph } from './StepGraph.tsx';
import { AddStep, StepsEditor } from './StepsEditor.tsx';
import { failureText, runsNowText, saveText, TEXTS } from './texts.ts';
import { Trial } from './Trial.tsx';
import { usePipelinesChanged } from './use-pipelines.ts';

interface PipelineFormProps {
  initial: PipelineDraft;
  /** Null: a new one. */
  pipeline: PipelineDetail | null;
  choices: PipelineChoices;
  choose: ChooseStudies;
}

/** A pipeline as a form or as text, with its problems and its graph beside it. */
export function PipelineForm({ initial, pipeline, choices, choose }: PipelineFormProps) {
  const { serverReachable } = useSession<Session>();
  const navigate = useNavigate();
  const changed = usePipelinesChanged();
  const [draft, setDraft] = useState(initial);
  const [isCodeTyped, setCodeTyped] = useState(initial.code !== '');
  const [open, setOpen] = useState<string | null>(null);
  const [text, setText] = useState<string | null>(null);
  const [textFault, setTextFault] = useState<string | null>(null);
  const [faults, setFaults] = useState<DraftFaults>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const { definition, modality } = draft;
  const set = (more: Partial<PipelineDraft>) => setDraft((before) => ({ ...before, ...more }));
  const setDefinition = (more: Partial<PipelineDefinition>) => set({ definition: { ...definition, ...more } });
  const problems = allProblems(definition, { ...choices, modality });
  const wrong = new Set(problems.flatMap(({ step }) => step ?? []));
  const ofModality = choices.acquisitions.filter((one) => one.modality === modality).map(({ code }) => code);

  function show(id: string) {
    setText(null);
    setOpen(id);
    requestAnimationFrame(() => document.getElementById(`step-${id}`)?.querySelector('button')?.focus());
  }

  function type(next: string) {
    setText(next);
    const read = parseDefinition(next);
    setTextFault('fault' in read ? read.fault : null);
    if ('definition' in read) setDefinition(read.definition);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!serverReachable) return;
    const missing = faultsOf(draft);
    setFaults(missing);
    setFailure(null);
    if (Object.keys(missing).length > 0) return;
    const [first] = problems;
    if (first?.step) return show(first.step);
    if (textFault !== null) return;
    setBusy(true);
    const body = {
      ...{ name: draft.name.trim(), modality_code: modality, acquisitions: draft.acquisitions as AcquisitionCode[] },
      definition: definition.steps.length === 0 ? null : definition,
    };
    const answer =
      pipeline === null
        ? await callApi(CALLS.createPipeline, { body: { ...body, code: draft.code ?? '' } })
        : await callApi(CALLS.savePipeline, { params: { id: String(pipeline.id) }, body: { ...body, version: pipeline.version } });
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    await changed();
    await navigate({ to: '/pipeline/$id', params: { id: String(answer.value.data.id) } as never });
  }

  return (
    <form className={classes.columns} noValidate onSubmit={(event) => void save(event)}>
      <div className={classes.column}>
        <section className={classes.card} aria-label={TEXTS.pipelines}>
          <div className={classes.fields}>
            <TextInput
              label={TEXTS.name}
              maxLength={120}
              value={draft.name}
              error={faults.name}
              onChange={({ currentTarget: { value: name } }) => set({ name, ...(isCodeTyped ? {} : { code: codeOf(name) }) })}
            />
            {draft.code !== null && (
              <TextInput
                label={TEXTS.code}
                description={TEXTS.codeNote}
                maxLength={40}
                value={draft.code}
                error={faults.code}
                onChange={({ currentTarget: { value: code } }) => {
                  setCodeTyped(true);
                  set({ code });
                }}
              />
            )}
            <Select
              label={TEXTS.modality}
              data={choices.modalities}
              value={modality}
              onChange={(next) => next !== null && set({ modality: next, acquisitions: [] })}
            />
            <MultiSelect
              label={TEXTS.required}
              data={ofModality}
              value={draft.acquisitions}
              onChange={(acquisitions) => set({ acquisitions })}
            />
          </div>
        </section>
        <section className={classes.card} aria-label={TEXTS.steps}>
          <div className={classes.cardHead}>
            <h2 className={classes.cardTitle}>
              {TEXTS.steps} <span className={classes.dim}>{formatCount(definition.steps.length)}</span>
            </h2>
            <span className={classes.end}>
              <SegmentedControl
                aria-label={TEXTS.steps}
                data={[
                  { value: 'form', label: TEXTS.form },
                  { value: 'text', label: TEXTS.text },
                ]}
                value={text === null ? 'form' : 'text'}
                onChange={(view) => {
                  setTextFault(null);
                  setText(view === 'text' ? JSON.stringify(definition, null, 2) : null);
                }}
              />
              <AddStep
                steps={definition.steps}
                onAdd={(step) => {
                  setDefinition({ steps: [...definition.steps, step] });
                  show(step.id);
                }}
              />
            </span>
          </div>
          {text === null ? (
            <>
              <Starts definition={definition} choices={choices} modality={modality} onChange={setDefinition} />
              <StepsEditor
                steps={definition.steps}
                choices={choices}
                modality={modality}
                problems={problems}
                open={open}
                onOpen={setOpen}
                onChange={(steps) => setDefinition({ steps })}
              />
            </>
          ) : (
            <Textarea
              aria-label={TEXTS.textLabel}
              classNames={{ input: classes.text ?? '' }}
              autosize
              minRows={12}
              spellCheck={false}
              value={text}
              error={textFault}
              onChange={({ currentTarget: { value } }) => type(value)}
            />
          )}
        </section>
        {pipeline !== null && pipeline.version > 0 && (
          <p className={classes.none}>
            <IconInfoCircle className={classes.info} size={16} stroke={1.5} aria-hidden />
            {runsNowText(pipeline.version, openFlows(pipeline))}
          </p>
        )}
      </div>
      <div className={classes.column}>
        <div className={classes.saveBar}>
          <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={busy}>
            {saveText((pipeline?.version ?? 0) + 1)}
          </ServerButton>
        </div>
        {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
        <Problems problems={problems} steps={definition.steps} onGo={show} />
        {pipeline?.current != null && <Changes saved={pipeline.current} definition={definition} choices={choices} onGo={show} />}
        {definition.steps.length > 0 && <Trial definition={definition} choices={choices} choose={choose} />}
        {definition.steps.length > 0 && <StepGraph steps={definition.steps} choices={choices} wrong={wrong} />}
      </div>
    </form>
  );
}

const openFlows = ({ counts }: PipelineDetail): number => counts.running + counts.waits_data + counts.waits_person + counts.failed;

/** Those of the model, and a note on each step whose fields are not complete. */
function allProblems(definition: PipelineDefinition, around: Parameters<typeof problemsOf>[1]): PipelineProblem[] {
  const found = problemsOf(definition, around);
  const named = new Set(found.map(({ step }) => step));
  const incomplete = incompleteSteps(definition).filter((id) => !named.has(id));
  return [...found, ...incomplete.map((step) => ({ step, code: 'incomplete' as const, values: [] }))];
}

interface StartsProps {
  definition: PipelineDefinition;
  choices: PipelineChoices;
  modality: string;
  onChange: (more: Pick<PipelineDefinition, 'starts'>) => void;
}

/** Which new studies the pipeline starts for. */
function Starts({ definition: { starts }, choices, modality, onChange }: StartsProps) {
  return (
    <div className={classes.startFields}>
      <Switch
        label={TEXTS.starts}
        description={starts === null ? TEXTS.startsNote : undefined}
        checked={starts !== null}
        onChange={({ currentTarget: { checked } }) => onChange({ starts: checked ? { modality, body_part: '' } : null })}
      />
      {starts !== null && (
        <div className={classes.fields}>
          <Select
            label={TEXTS.modality}
            data={[{ value: '', label: TEXTS.any }, ...choices.modalities]}
            value={starts.modality}
            onChange={(value) => onChange({ starts: { ...starts, modality: value ?? '' } })}
          />
          <Select
            label={TEXTS.bodyPart}
            searchable
            data={[{ value: '', label: TEXTS.any }, ...choices.body_parts.map(({ slug, title }) => ({ value: slug, label: title }))]}
            value={starts.body_part}
            onChange={(value) => onChange({ starts: { ...starts, body_part: value ?? '' } })}
          />
        </div>
      )}
    </div>
  );
}
