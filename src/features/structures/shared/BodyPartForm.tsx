import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { callApi } from '#api/call-api.ts';
import { fieldErrors } from '#api/field-errors.ts';
import { CALLS } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import { StructureSlug, type SharedCategory } from '#contract/structures.ts';
import { TEXTS } from '#features/structures/texts.ts';
import { titleToSlug } from '#model/structure-texts.ts';
import { showFailure } from '#ui/toasts.ts';
import { sharedFailureText, SHARED_TEXTS } from './texts.ts';
import { useSharedAct } from './use-shared.ts';

/** In a dialog. `base`: the body part that is renamed; null for a new one. */
export function BodyPartForm({ base }: { base: SharedCategory | null }) {
  const { busy, send } = useSharedAct();
  const form = useForm({
    initialValues: { title: base?.title ?? '', slug: base?.slug ?? '' },
    validate: {
      title: (title) => (title.trim() === '' ? TEXTS.needed : null),
      slug: (slug, { title }) => slugFault(slug, title),
    },
  });
  const { title } = form.values;

  async function save({ slug, ...values }: typeof form.values) {
    const body = { title: values.title.trim() };
    const answer =
      base === null
        ? await send(() => callApi(CALLS.createSharedCategory, { body: { ...body, ...(slug !== '' && { slug }) } }), { isShown: true })
        : await send(() => callApi(CALLS.changeSharedCategory, { params: { id: String(base.id) }, body }), { isShown: true });
    if (answer.ok) return modals.closeAll();
    const { slug: wrong } = fieldErrors(answer.failure);
    if (wrong === undefined) return showFailure(sharedFailureText(answer.failure));
    form.setFieldError('slug', wrong);
  }

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => void save(values),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'title')?.focus(),
      )}
    >
      <Stack>
        <TextInput label={TEXTS.title} autoComplete="off" maxLength={100} data-autofocus {...form.getInputProps('title')} />
        <TextInput
          label={TEXTS.slug}
          description={base === null ? TEXTS.slugNote : TEXTS.slugFixed}
          readOnly={base !== null}
          placeholder={titleToSlug(title)}
          maxLength={LIMITS.structureSlugChars}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('slug')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {base === null ? SHARED_TEXTS.create : SHARED_TEXTS.rename}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function slugFault(slug: string, title: string): string | null {
  if (slug === '') return titleToSlug(title) === '' && title.trim() !== '' ? TEXTS.slugNeeded : null;
  return StructureSlug.safeParse(slug).success ? null : TEXTS.slugWrong;
}
