import { ActionIcon, Button, Select, TextInput, Tooltip } from '@mantine/core';
import { IconAlertOctagon, IconPlus, IconX } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import { withStatus } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { INFER_MODELS, InferModel } from '#contract/infers.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Session } from '#model/session.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { formatCount } from '#ui/format.ts';
import { NotForDiagnosis } from '#ui/status/NotForDiagnosis.tsx';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import type { ChooseStudies } from './choose-studies.ts';
import { faultsOf, withStudies, type DraftFaults, type InferDraft } from './infer-draft.ts';
import classes from './Infers.module.css';
import { failureText, removeText, startText, TEXTS } from './texts.ts';
import { useInfersChanged, useRunnableModels } from './use-infers.ts';

export function NewInferForm({ choose, modelId }: { choose: ChooseStudies; modelId: number | null }) {
  const { serverReachable } = useSession<Session>();
  const navigate = useNavigate();
  const changed = useInfersChanged();
  const models = useRunnableModels();
  const form = useRef<HTMLFormElement>(null);
  // One for the whole form: a second try after a lost answer is the same batch.
  const [uuid] = useState(() => crypto.randomUUID());
  const [draft, setDraft] = useState<InferDraft>({ model: modelId === null ? null : String(modelId), studies: [], title: '' });
  const [faults, setFaults] = useState<DraftFaults>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const set = (more: Partial<InferDraft>) => setDraft((before) => ({ ...before, ...more }));
  const ofTeam = (models.data?.data ?? []).map(({ model, version }) => ({
    value: String(model.id),
    label: `${model.name} v${version.number}`,
  }));
  const isOffered = draft.model === null || ofTeam.some(({ value }) => value === draft.model) || !/^\d+$/.test(draft.model);

  async function start(event: FormEvent) {
    event.preventDefault();
    if (!serverReachable) return;
    const wrong = faultsOf(draft);
    setFaults(wrong);
    setFailure(null);
    const [field] = Object.keys(wrong);
    if (field !== undefined) return form.current?.querySelector<HTMLElement>(`[name="${field}"], [data-field="${field}"]`)?.focus();
    setBusy(true);
    const refusal = draft.studies.length === 1 ? await startOne() : await startBatch();
    setBusy(false);
    setFailure(refusal);
  }

  async function startOne(): Promise<ApiFailure | null> {
    const answer = await callApi(CALLS.createInfer, { body: { caseId: draft.studies[0]!.uuid, modelId: InferModel.parse(draft.model) } });
    if (!answer.ok) return answer.failure;
    await changed();
    await navigate({ to: '/ai-infers/detail', search: { id: answer.value.data.id } as never });
    return null;
  }

  async function startBatch(): Promise<ApiFailure | null> {
    const body = { uuid, title: draft.title.trim(), model_id: Number(draft.model), studies: draft.studies.map((study) => study.uuid) };
    const answer = await callApi(CALLS.createInferBatch, { body });
    if (!answer.ok) return answer.failure;
    await changed();
    await navigate({ to: '/admin/batch-infer', search: { batch: uuid } as never });
    return null;
  }

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={(event) => void start(event)}>
      <Select
        data-field="model"
        label={TEXTS.model}
        placeholder={TEXTS.modelSearch}
        description={models.isSuccess && ofTeam.length === 0 ? TEXTS.noModels : undefined}
        error={models.error === null ? faults.model : withStatus(TEXTS.modelsFailed, models.error)}
        searchable
        data={[
          { group: TEXTS.ofTeam, items: ofTeam },
          { group: TEXTS.ofWorkers, items: INFER_MODELS.map((name) => ({ value: name, label: name })) },
        ]}
        value={isOffered ? draft.model : null}
        onChange={(model) => set({ model })}
        nothingFoundMessage={TEXTS.modelNotFound}
        maxDropdownHeight={260}
      />
      <Studies
        studies={draft.studies}
        error={faults.studies}
        choose={choose}
        onChange={(change) => setDraft((before) => ({ ...before, studies: change(before.studies) }))}
      />
      {draft.studies.length > 1 && (
        <TextInput
          name="title"
          label={TEXTS.batchTitle}
          value={draft.title}
          error={faults.title}
          onChange={({ currentTarget: { value } }) => set({ title: value })}
          maxLength={LIMITS.aiModelNameChars}
          autoComplete="off"
        />
      )}
      <NotForDiagnosis>{TEXTS.notDiagnosis}</NotForDiagnosis>
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
      <div className={classes.actions}>
        <Button component={Link} to="/ai-infers" variant="default">
          {TEXTS.cancelForm}
        </Button>
        <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={busy}>
          {startText(draft.studies.length)}
        </ServerButton>
      </div>
    </form>
  );
}

interface StudiesProps {
  studies: InferDraft['studies'];
  error: string | undefined;
  choose: ChooseStudies;
  onChange: (change: (studies: InferDraft['studies']) => InferDraft['studies']) => void;
}

function Studies({ studies, error, choose, onChange }: StudiesProps) {
  const add = useRef<HTMLButtonElement>(null);
  return (
    <section className={classes.field} aria-labelledby="studies-to-run">
      <div className={classes.fieldHead}>
        <h2 id="studies-to-run" className={classes.fieldTitle}>
          {TEXTS.studies} <span className={classes.dim}>{formatCount(studies.length)}</span>
        </h2>
        <Button
          ref={add}
          name="studies"
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
          onClick={() =>
            choose({
              title: TEXTS.addStudiesTitle,
              isIn: ({ uuid }) => studies.some((study) => study.uuid === uuid),
              onAdd: (_, added) => {
                onChange((before) =>
                  withStudies(
                    before,
                    added.map(({ uuid, data, modality }) => ({ uuid, patientName: data.patientName, modality })),
                  ),
                );
                return Promise.resolve(null);
              },
            })
          }
        >
          {TEXTS.addStudies}
        </Button>
      </div>
      {error !== undefined && (
        <p className={classes.fault} role="alert">
          {error}
        </p>
      )}
      {studies.length === 0 ? (
        <p className={classes.none}>{TEXTS.noStudies}</p>
      ) : (
        <ul className={classes.studies}>
          {studies.map(({ uuid, patientName, modality }) => {
            const name = patientNameToText(patientName) || TEXTS.noName;
            return (
              <li key={uuid} data-study={uuid}>
                <CodeChip code={modality} name={TEXTS.modality} />
                <bdi className={classes.studyName}>{name}</bdi>
                <Tooltip label={removeText(name)}>
                  <ActionIcon
                    aria-label={removeText(name)}
                    onClick={() => {
                      onChange((before) => before.filter((study) => study.uuid !== uuid));
                      add.current?.focus();
                    }}
                  >
                    <IconX size={16} stroke={1.5} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
