import { Button, Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import { withStatus } from '#api/failure-texts.ts';
import { fieldErrors } from '#api/field-errors.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Campaign } from '#contract/campaigns.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showDone } from '#ui/toasts.ts';
import { draftOf, draftToBody, faultsOf, NEW_DRAFT, type CampaignDraft, type DraftFaults } from './campaign-draft.ts';
import { plannedReads } from './campaign-figures.ts';
import classes from './Campaigns.module.css';
import { CasesField } from './CasesField.tsx';
import type { ChooseCases } from './choose-cases.ts';
import { FormField } from './FormField.tsx';
import { GuidelineField } from './GuidelineField.tsx';
import { StructureField } from './StructureField.tsx';
import { failureText, plannedText, startTitle, startWhyText, TEXTS, tooManyReadsText } from './texts.ts';
import { useCampaignPeople, useCampaignsChanged } from './use-campaigns.ts';

/** `base`: the campaign that is changed, as it was when the form was opened; null for a new one. Of one that runs, guideline and date are changed. */
export function CampaignForm({ base, choose }: { base: Campaign | null; choose: ChooseCases }) {
  const { serverReachable } = useSession<Session>();
  const navigate = useNavigate();
  const changed = useCampaignsChanged();
  const people = useCampaignPeople();
  const form = useRef<HTMLFormElement>(null);
  // One for the whole form: a second try after a lost answer is the same campaign.
  const [uuid] = useState(() => base?.uuid ?? crypto.randomUUID());
  const [version, setVersion] = useState(base?.version ?? 0);
  const [draft, setDraft] = useState(() => (base === null ? NEW_DRAFT : draftOf(base)));
  const [faults, setFaults] = useState<DraftFaults>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const isRunning = base?.state === 'running';
  const set = (more: Partial<CampaignDraft>) => setDraft((before) => ({ ...before, ...more }));

  /** Shows what is wrong, and moves the focus to the first field that is. */
  function refuse(wrong: DraftFaults) {
    setFaults(wrong);
    const field = FIELDS.find((each) => each in wrong);
    form.current?.querySelector<HTMLElement>(`[name="${field}"]:not([type="hidden"]), [data-field="${field}"]`)?.focus();
  }

  function refuseAll(refusal: ApiFailure) {
    const wrong = fieldErrors(refusal) as DraftFaults;
    if (FIELDS.some((field) => field in wrong)) return refuse(wrong);
    setFailure(refusal);
  }

  /** Returns whether it was saved. */
  async function save(): Promise<boolean> {
    const wrong = faultsOf(draft);
    setFailure(null);
    refuse(wrong);
    if (Object.keys(wrong).length > 0) return false;
    setBusy(true);
    const answer = await callApi(CALLS.saveCampaign, { params: { uuid }, body: draftToBody(draft, version) });
    setBusy(false);
    if (!answer.ok) refuseAll(answer.failure);
    else setVersion(answer.value.data.version);
    return answer.ok;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!serverReachable || !(await save())) return;
    await changed();
    if (isRunning) return navigate({ to: '/reviews/campaigns/$uuid', params: { uuid } as never });
    showDone(TEXTS.saved);
    await navigate({ to: '/reviews/campaigns/$uuid/edit', params: { uuid } as never, replace: true });
  }

  async function start() {
    const isSaved = await save();
    const answer = isSaved ? await callApi(CALLS.startCampaign, { params: { uuid } }) : null;
    modals.closeAll();
    if (isSaved) await changed();
    if (answer === null) return;
    if (!answer.ok) return refuseAll(answer.failure);
    await navigate({ to: '/reviews/campaigns/$uuid', params: { uuid } as never });
  }

  const planned = plannedReads(draft.cases.length, draft.readers.length, Number(draft.readsPerCase), Number(draft.repeats));
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <section className={classes.panel}>
        <TextInput
          name="title"
          label={TEXTS.title}
          value={draft.title}
          error={faults.title}
          disabled={isRunning}
          onChange={(event) => set({ title: event.currentTarget.value })}
          maxLength={LIMITS.campaignTitleChars}
          autoComplete="off"
        />
        <GuidelineField value={draft.guideline} error={faults.guideline} onChange={(guideline) => set({ guideline })} />
        <TextInput
          className={classes.short}
          type="date"
          name="due"
          label={TEXTS.due}
          value={draft.due}
          error={faults.due}
          onChange={(event) => set({ due: event.currentTarget.value })}
        />
        {isRunning && <p className={classes.note}>{TEXTS.fixed}</p>}
      </section>
      {!isRunning && (
        <>
          <section className={classes.panel}>
            <FormField chosen={draft.form} error={faults.form} onChoose={(chosen) => set({ form: chosen })} />
            <StructureField
              chosen={draft.structure}
              error={faults.structure}
              disabled={false}
              onChoose={(structure) => set({ structure })}
            />
            <CasesField
              cases={draft.cases}
              error={faults.cases}
              disabled={false}
              choose={choose}
              onChange={(change) => setDraft((before) => ({ ...before, cases: change(before.cases) }))}
            />
          </section>
          <section className={classes.panel}>
            <Switch
              label={TEXTS.blinded}
              description={TEXTS.blindedNote}
              checked={draft.blinded}
              onChange={(event) => set({ blinded: event.currentTarget.checked })}
            />
            <Checkbox.Group
              label={TEXTS.readers}
              error={people.error === null ? faults.readers : withStatus(TEXTS.peopleFailed, people.error)}
              value={draft.readers.map(String)}
              onChange={(readers) => set({ readers: readers.map(Number) })}
            >
              <div className={classes.choices}>
                {(people.data ?? []).map(({ id, name }) => (
                  <Checkbox key={id} name="readers" className={classes.choice ?? ''} value={String(id)} label={name} />
                ))}
              </div>
            </Checkbox.Group>
            <div className={classes.numbers}>
              <TextInput
                name="reads_per_case"
                inputMode="numeric"
                label={TEXTS.readsPerCase}
                value={draft.readsPerCase}
                error={faults.reads_per_case}
                onChange={(event) => set({ readsPerCase: event.currentTarget.value })}
              />
              <TextInput
                name="repeats"
                inputMode="numeric"
                label={TEXTS.repeats}
                description={TEXTS.repeatsNote}
                value={draft.repeats}
                error={faults.repeats}
                onChange={(event) => set({ repeats: event.currentTarget.value })}
              />
            </div>
            {planned > 0 && (
              <p className={classes.note} data-wrong={planned > LIMITS.campaignReads || undefined}>
                {planned > LIMITS.campaignReads ? tooManyReadsText(LIMITS.campaignReads) : plannedText(planned)}
              </p>
            )}
            <NativeSelect
              name="reviewer"
              label={TEXTS.reviewer}
              description={TEXTS.reviewerNote}
              value={draft.reviewer ?? ''}
              error={faults.reviewer}
              onChange={({ currentTarget: { value } }) => set({ reviewer: value === '' ? null : Number(value) })}
              data={[
                { value: '', label: TEXTS.noReviewer },
                ...(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
            />
          </section>
        </>
      )}
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
      <div className={classes.actions}>
        <Button
          variant="default"
          renderRoot={(props) =>
            isRunning ? (
              <Link to="/reviews/campaigns/$uuid" params={{ uuid } as never} {...props} />
            ) : (
              <Link to="/reviews/campaigns" {...props} />
            )
          }
        >
          {TEXTS.cancel}
        </Button>
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
          type="submit"
          loading={busy}
          {...(!isRunning && { variant: 'default' })}
        >
          {isRunning ? TEXTS.saveRunning : TEXTS.save}
        </ServerButton>
        {!isRunning && (
          <ServerButton
            serverReachable={serverReachable}
            why={TEXTS.needsServer}
            onClick={() =>
              askFirst({
                ...{ title: startTitle(draft.title.trim()), why: startWhyText(draft.readers.length) },
                ...{ act: TEXTS.start, keep: TEXTS.notYet, onAct: start },
              })
            }
          >
            {TEXTS.startMenu}
          </ServerButton>
        )}
      </div>
    </form>
  );
}

/** Fields at which a refusal can stand, in the order of the page. */
const FIELDS = ['title', 'guideline', 'due', 'form', 'structure', 'cases', 'readers', 'reads_per_case', 'repeats', 'reviewer'] as const;
