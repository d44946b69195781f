import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type ChangeEvent, type FormEvent } from 'react';
import { fieldErrors } from '#api/field-errors.ts';
import type { ApiFailure } from '#api/result.ts';
import { LIMITS } from '#contract/limits.ts';
import { CATEGORY_CODES, LATERALITY_CODES, type Structure } from '#contract/structures.ts';
import { SEGMENT_COLOURS } from '#model/segment-colours.ts';
import type { Session } from '#model/session.ts';
import { titleToSlug } from '#model/structure-texts.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { SwatchField } from '#ui/Swatch.tsx';
import type { StructureScope } from './structure-scope.ts';
import { changesOf, draftOf, draftToBody, faultsOf, offeredCodes, type DraftFaults, type DraftField } from './structure-draft.ts';
import classes from './Structures.module.css';
import { codeText, failureText, TEXTS } from './texts.ts';
import { useAskAgain, useCategories } from './use-structures.ts';

/** `base`: the structure that is changed, as it was when the form was opened; null for a new one. */
export function StructureForm({ base: first, scope }: { base: Structure | null; scope: StructureScope }) {
  const { serverReachable } = useSession<Session>();
  const navigate = useNavigate();
  const askAgain = useAskAgain();
  const categories = useCategories();
  const [base] = useState(first);
  const [draft, setDraft] = useState(() => draftOf(first));
  const [faults, setFaults] = useState<DraftFaults>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isSlugFixed = base !== null && scope.hasFixedSlugs;

  /** Shows what is wrong, and moves the focus to the first field that is. */
  function refuse(wrong: DraftFaults) {
    setFaults(wrong);
    const [field] = Object.keys(wrong);
    form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!serverReachable) return;
    const wrong = faultsOf(draft);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    setBusy(true);
    setFailure(null);
    setFaults({});
    const answer =
      base === null
        ? await scope.create(draftToBody(draft, categories, null))
        : await scope.change(base.id, changesOf(draft, categories, base));
    setBusy(false);
    if (!answer.ok) {
      const { slug, category_id: category } = fieldErrors(answer.failure);
      if (slug === undefined && category === undefined) return setFailure(answer.failure);
      return refuse({ ...(slug !== undefined && { slug }), ...(category !== undefined && { category }) });
    }
    await askAgain();
    await navigate({ to: scope.pageOf(answer.value.id) });
  }

  /** What the fields of the draft have in common. */
  const field = (name: DraftField) => ({
    name,
    value: draft[name],
    error: faults[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      setDraft((before) => ({ ...before, [name]: value })),
  });
  const codesOf = (list: typeof CATEGORY_CODES, own: keyof Structure['codes']) => [
    { value: '', label: TEXTS.none },
    ...offeredCodes(list, base?.codes[own]).map((code) => ({ value: code.value, label: codeText(code) })),
  ];

  return (
    <form ref={form} className={classes.panel} noValidate onSubmit={(event) => void save(event)}>
      <TextInput {...field('title')} label={TEXTS.title} maxLength={100} autoComplete="off" />
      <TextInput
        {...field('slug')}
        label={TEXTS.slug}
        description={isSlugFixed ? TEXTS.slugFixed : TEXTS.slugNote}
        readOnly={isSlugFixed}
        placeholder={titleToSlug(draft.title)}
        maxLength={LIMITS.structureSlugChars}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <NativeSelect
        {...field('category')}
        label={TEXTS.category}
        data={[
          ...(draft.category === '' ? [{ value: '', label: TEXTS.chooseCategory }] : []),
          ...categories
            .filter(({ slug, hidden }) => hidden !== true || slug === draft.category)
            .map(({ slug, title }) => ({ value: slug, label: title })),
        ]}
      />
      <SwatchField
        label={TEXTS.colour}
        colours={SEGMENT_COLOURS}
        value={draft.color}
        onChange={(color) => setDraft((before) => ({ ...before, color }))}
      />
      <fieldset className={classes.codes}>
        <legend>{TEXTS.codes}</legend>
        <p className={classes.note}>{TEXTS.codesNote}</p>
        <NativeSelect {...field('codeCategory')} label={TEXTS.codeCategory} data={codesOf(CATEGORY_CODES, 'category')} />
        {(['type', 'modifier'] as const).map((name) => (
          <div key={name} className={classes.coded}>
            <TextInput {...field(`${name}Meaning`)} label={TEXTS[`${name}Meaning`]} maxLength={64} autoComplete="off" />
            <TextInput {...field(`${name}Value`)} label={TEXTS[`${name}Value`]} maxLength={18} inputMode="numeric" autoComplete="off" />
          </div>
        ))}
        <NativeSelect {...field('laterality')} label={TEXTS.laterality} data={codesOf(LATERALITY_CODES, 'laterality')} />
      </fieldset>
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
      <div className={classes.actions}>
        <Button component={Link} to={scope.pageOf(base?.id ?? null)} variant="default">
          {TEXTS.cancel}
        </Button>
        <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={busy}>
          {base === null ? TEXTS.create : TEXTS.save}
        </ServerButton>
      </div>
    </form>
  );
}
