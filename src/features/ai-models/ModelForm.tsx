import { Button, Textarea, TextInput } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import { fieldErrors } from '#api/field-errors.ts';
import type { ApiFailure } from '#api/result.ts';
import type { AiModelDetail } from '#contract/ai/models.ts';
import { CALLS } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Session } from '#model/session.ts';
import { titleToSlug } from '#model/structure-texts.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { draftOf, draftToBody, faultsOf, NEW_MODEL, type DraftFaults, type DraftField } from './model-draft.ts';
import classes from './Models.module.css';
import { SegmentsField } from './SegmentsField.tsx';
import { StructureField } from './StructureField.tsx';
import { failureText, TEXTS } from './texts.ts';
import { useModelsChanged } from './use-models.ts';

const FIELD_OF: Readonly<Record<string, DraftField>> = { structure_id: 'structure' };

/** `base`: the model that is changed; `parent`: the one that a new one is a copy of. */
export function ModelForm({ base, parent }: { base: AiModelDetail | null; parent: AiModelDetail | null }) {
  const { serverReachable } = useSession<Session>();
  const navigate = useNavigate();
  const changed = useModelsChanged();
  const form = useRef<HTMLFormElement>(null);
  // One for the whole form: a second try after a lost answer is the same model.
  const [uuid] = useState(() => crypto.randomUUID());
  const [draft, setDraft] = useState(() => {
    if (base !== null) return draftOf(base);
    return parent === null ? NEW_MODEL : { ...draftOf(parent), name: '', code: '' };
  });
  const [faults, setFaults] = useState<DraftFaults>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const isFixed = base !== null && base.versions.length > 0;
  const set = (more: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...more }));

  /** Shows what is wrong, and moves the focus to the first field that is. */
  function refuse(wrong: DraftFaults) {
    setFaults(wrong);
    const [field] = Object.keys(wrong);
    form.current?.querySelector<HTMLElement>(`[name="${field}"], [data-field="${field}"]`)?.focus();
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!serverReachable) return;
    const wrong = faultsOf(draft);
    setFailure(null);
    refuse(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    const body = draftToBody(draft);
    const answer =
      base === null
        ? await callApi(CALLS.createAiModel, { body: { ...body, uuid, parent_id: parent?.id ?? null } })
        : await callApi(CALLS.saveAiModel, { params: { id: String(base.id) }, body });
    setBusy(false);
    if (!answer.ok) {
      const named = Object.entries(fieldErrors(answer.failure)).map(
        ([field, words]) => [FIELD_OF[field] ?? field.replace(/\..*/, ''), words] as const,
      );
      const known = Object.fromEntries(named.filter(([field]) => field in draft)) as DraftFaults;
      return Object.keys(known).length > 0 ? refuse(known) : setFailure(answer.failure);
    }
    await changed();
    await navigate({ to: '/ai2-model/$id', params: { id: String(answer.value.data.id) } as never });
  }

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={(event) => void save(event)}>
      <TextInput
        name="name"
        label={TEXTS.name}
        value={draft.name}
        error={faults.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        maxLength={LIMITS.aiModelNameChars}
        autoComplete="off"
      />
      <TextInput
        name="code"
        label={TEXTS.code}
        description={TEXTS.codeNote}
        placeholder={titleToSlug(draft.name)}
        value={draft.code}
        error={faults.code}
        onChange={(event) => set({ code: event.currentTarget.value })}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Textarea
        name="description"
        label={TEXTS.description}
        description={TEXTS.descriptionNote}
        autosize
        minRows={3}
        value={draft.description}
        error={faults.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        maxLength={LIMITS.aiDescriptionChars}
      />
      {isFixed && <p className={classes.note}>{TEXTS.segmentsFixed}</p>}
      <StructureField chosen={draft.structure} error={faults.structure} disabled={isFixed} onChoose={(structure) => set({ structure })} />
      <SegmentsField
        segments={draft.segments}
        error={faults.segments}
        disabled={isFixed}
        onChange={(change) => setDraft((before) => ({ ...before, segments: change(before.segments) }))}
      />
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
      <div className={classes.actions}>
        <Button
          component={Link}
          {...(base === null ? { to: '/ai2-model' } : { to: '/ai2-model/$id', params: { id: String(base.id) } as never })}
          variant="default"
        >
          {TEXTS.cancel}
        </Button>
        <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={busy}>
          {base === null ? TEXTS.create : TEXTS.save}
        </ServerButton>
      </div>
    </form>
  );
}
