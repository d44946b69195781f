import { Button, Radio, TextInput } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import { fieldErrors } from '#api/field-errors.ts';
import type { ApiFailure } from '#api/result.ts';
import { TRAINING_ENGINES, TrainingEngine } from '#contract/ai/trainings.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showTrouble } from '#ui/toasts.ts';
import { CheckSegmentations } from './CheckSegmentations.tsx';
import { DatasetVersionField } from './DatasetVersionField.tsx';
import { ModelField } from './ModelField.tsx';
import { segmentsFit } from './segments-fit.ts';
import { ENGINE_WORDS, failureText, TEXTS } from './texts.ts';
import { draftToBody, faultsOf, NEW_TRAINING, type DraftFaults } from './training-draft.ts';
import classes from './Trainings.module.css';
import { useModel, useTrainingsChanged } from './use-trainings.ts';

const FIELD_OF: Readonly<Record<string, keyof DraftFaults>> = {
  model_id: 'model',
  dataset_version: 'version',
  'params.seconds': 'seconds',
  'params.seed': 'seed',
};

/** Which model learns from which frozen data, by which engine. It is made first and started then, in one step. */
export function TrainingForm({ modelId }: { modelId: number | null }) {
  const { serverReachable } = useSession<Session>();
  const navigate = useNavigate();
  const changed = useTrainingsChanged();
  const form = useRef<HTMLFormElement>(null);
  // One for the whole form: a second try after a lost answer is the same training.
  const [uuid] = useState(() => crypto.randomUUID());
  const [draft, setDraft] = useState(NEW_TRAINING);
  const [faults, setFaults] = useState<DraftFaults>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const named = useModel(modelId).data;
  const set = (more: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...more }));
  useEffect(() => {
    if (named !== undefined) setDraft((before) => (before.model === null ? { ...before, model: named } : before));
  }, [named]);

  /** Shows what is wrong, and moves the focus to the first field that is. */
  function refuse(wrong: DraftFaults) {
    setFaults(wrong);
    const [field] = Object.keys(wrong);
    form.current?.querySelector<HTMLElement>(`[name="${field}"], [data-field="${field}"]`)?.focus();
  }

  async function create({ andStart }: { andStart: boolean }) {
    if (!serverReachable) return;
    const wrong = faultsOf(draft);
    setFailure(null);
    refuse(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    const answer = await callApi(CALLS.createAiTraining, { body: draftToBody(draft, uuid) });
    if (!answer.ok) {
      setBusy(false);
      const known = Object.entries(fieldErrors(answer.failure)).flatMap(([field, words]) =>
        FIELD_OF[field] ? [[FIELD_OF[field], words]] : [],
      );
      return known.length > 0 ? refuse(Object.fromEntries(known) as DraftFaults) : setFailure(answer.failure);
    }
    const id = String(answer.value.data.id);
    const started = andStart ? await callApi(CALLS.startTraining, { params: { trainingId: id } }) : null;
    setBusy(false);
    if (started?.ok === false) showTrouble(failureText(started.failure));
    await changed();
    await navigate({ to: '/ai2-trainings/detail/$id', params: { id } as never });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void create({ andStart: true });
  }

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit}>
      <ModelField
        chosen={draft.model}
        error={faults.model}
        onChoose={(model) => setDraft((before) => ({ ...before, model, version: null }))}
      />
      <DatasetVersionField
        dataset={draft.dataset}
        version={draft.version?.uuid ?? null}
        segments={draft.model?.segments ?? null}
        error={faults.version}
        onDataset={(dataset) => set({ dataset, version: null })}
        onVersion={(chosen) =>
          set({ version: chosen && { uuid: chosen.uuid, fits: draft.model === null || segmentsFit(draft.model.segments, chosen.classes) } })
        }
      />
      <Radio.Group
        label={TEXTS.engine}
        value={draft.engine}
        onChange={(value) => {
          const { data: engine } = TrainingEngine.safeParse(value);
          if (engine !== undefined) set({ engine });
        }}
      >
        <div className={classes.engines}>
          {TRAINING_ENGINES.map((engine) => (
            <Radio key={engine} value={engine} label={ENGINE_WORDS[engine].name} description={ENGINE_WORDS[engine].note} />
          ))}
        </div>
      </Radio.Group>
      {draft.engine !== 'trees' && (
        <TextInput
          name="seconds"
          label={TEXTS.seconds}
          description={TEXTS.secondsNote}
          inputMode="numeric"
          maxLength={7}
          value={draft.seconds}
          error={faults.seconds}
          onChange={({ currentTarget: { value } }) => set({ seconds: value })}
          autoComplete="off"
        />
      )}
      <TextInput
        name="seed"
        label={TEXTS.seed}
        description={TEXTS.seedNote}
        inputMode="numeric"
        maxLength={10}
        value={draft.seed}
        error={faults.seed}
        onChange={({ currentTarget: { value } }) => set({ seed: value })}
        autoComplete="off"
      />
      {draft.model !== null && draft.model.structure_id !== null && (
        <CheckSegmentations key={draft.model.id} model={draft.model.id} structure={draft.model.structure_id} />
      )}
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
      <div className={classes.actions}>
        <Button component={Link} to="/ai2-trainings" variant="default">
          {TEXTS.cancel}
        </Button>
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
          variant="default"
          loading={busy}
          onClick={() => void create({ andStart: false })}
        >
          {TEXTS.create}
        </ServerButton>
        <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={busy}>
          {TEXTS.createAndStart}
        </ServerButton>
      </div>
    </form>
  );
}
