import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ChangeEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { AnswerOf, Calls } from '#contract/calls.ts';
import { Email } from '#contract/text.ts';
import { MARK_COLOURS, NAMED_MARK_COLOURS } from '#model/mark-colours.ts';
import { isTeamAddress, titleToSlug } from '#model/addresses/team-address.ts';
import { ColourField } from '#ui/ColourField.tsx';
import { TEXTS } from './texts.ts';
import { useAction } from './use-action.ts';

interface NewTeamFormProps {
  baseHost: string;
  onCreated: (made: AnswerOf<Calls['createTeamFor']>) => void;
}

/** A new team, and the invitation of its administrator. */
export function NewTeamForm({ baseHost, onCreated }: NewTeamFormProps) {
  const { busy, send } = useAction('admin-teams');
  const [addressTouched, setAddressTouched] = useState(false);
  const form = useForm({
    initialValues: { title: '', slug: '', email: '', color: MARK_COLOURS[0] as string },
    validate: {
      title: (title) => (title.trim() === '' ? TEXTS.required : null),
      slug: (slug) => (isTeamAddress(slug) ? null : slug === '' ? TEXTS.required : TEXTS.notAnAddress),
      email: (email) => (Email.safeParse(email.trim()).success ? null : email.trim() === '' ? TEXTS.required : TEXTS.notAnEmail),
    },
    validateInputOnBlur: true,
  });
  const { title, slug } = form.values;

  async function create({ email, ...values }: typeof form.values) {
    const body = { ...values, title: values.title.trim(), email: email.trim() };
    const answer = await send(() => callApi(CALLS.createTeamFor, { body }));
    if (answer.ok) return onCreated(answer.value);
    if (answer.failure.kind !== 'refused') return;
    for (const [field, [first]] of Object.entries(answer.failure.errors ?? {})) if (first !== undefined) form.setFieldError(field, first);
  }

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => void create(values),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'title')?.focus(),
      )}
    >
      <Stack>
        <Text c="dimmed" size="sm">
          {TEXTS.newTeamNote}
        </Text>
        <TextInput
          label={TEXTS.title}
          autoComplete="off"
          maxLength={200}
          data-autofocus
          {...form.getInputProps('title')}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            form.setFieldValue('title', event.currentTarget.value);
            if (!addressTouched) form.setFieldValue('slug', titleToSlug(event.currentTarget.value));
          }}
        />
        <TextInput
          label={TEXTS.address}
          description={`${slug === '' ? '…' : slug}.${baseHost}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('slug')}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            setAddressTouched(event.currentTarget.value !== '');
            form.setFieldValue('slug', event.currentTarget.value);
          }}
        />
        <TextInput label={TEXTS.administrator} type="email" autoComplete="off" {...form.getInputProps('email')} />
        <ColourField label={TEXTS.colour} title={title} colours={NAMED_MARK_COLOURS} {...form.getInputProps('color')} />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {TEXTS.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
