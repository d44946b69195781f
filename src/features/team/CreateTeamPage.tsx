import { Alert, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertOctagon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ChangeEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { MARK_COLOURS, NAMED_MARK_COLOURS } from '#model/mark-colours.ts';
import type { Session } from '#model/session.ts';
import { isTeamAddress, titleToSlug } from '#model/addresses/team-address.ts';
import { ColourField } from '#ui/ColourField.tsx';
import { LetterAvatar } from '#ui/LetterAvatar.tsx';
import { Page } from '#ui/Page.tsx';
import panel from '#ui/panel.module.css';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import classes from './CreateTeamPage.module.css';
import { TEXTS, textOfFailure } from './texts.ts';

interface CreateTeamPageProps {
  /** `app.localhost:8080`: what follows the team's label. */
  baseHost: string;
  /** Opens the new team. */
  onCreated: (slug: string) => Promise<void>;
}

/** ROUTE-090: name, address and colour; the creator becomes its administrator (PCALL-10). */
export function CreateTeamPage({ baseHost, onCreated }: CreateTeamPageProps) {
  const { serverReachable } = useSession<Session>();
  const form = useForm({
    initialValues: { title: '', slug: '', color: MARK_COLOURS[0] as string },
    validate: {
      title: (title) => (title.trim() === '' ? TEXTS.required : null),
      slug: (slug) => (slug === '' ? TEXTS.required : isTeamAddress(slug) ? null : TEXTS.notAnAddress),
    },
    validateInputOnBlur: true,
  });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [addressTouched, setAddressTouched] = useState(false);
  const { title, slug, color } = form.values;

  async function create(values: typeof form.values) {
    if (!serverReachable) return;
    setBusy(true);
    setError(null);
    const answer = await callApi(CALLS.createTeam, { body: { ...values, title: values.title.trim() } });
    // The button shows progress until the team's host has opened.
    if (answer.ok) return onCreated(answer.value.slug);
    setBusy(false);
    const errors = errorsOf(answer.failure);
    form.setErrors(errors);
    if (Object.keys(errors).length === 0) setError(textOfCreateFailure(answer.failure));
    else form.getInputNode(Object.keys(errors)[0] ?? 'slug')?.focus();
  }

  return (
    <Page
      title={TEXTS.newTeam}
      width="text"
      breadcrumb={[
        <Link key="dashboard" to="/dashboard">
          {TEXTS.dashboard}
        </Link>,
      ]}
    >
      <form
        className={panel.panel}
        aria-label={TEXTS.newTeam}
        noValidate
        onSubmit={form.onSubmit(
          (values) => void create(values),
          (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'title')?.focus(),
        )}
      >
        <div className={classes.fields}>
          <div className={classes.title}>
            <LetterAvatar name={title.trim() === '' ? '?' : title} color={color} size={40} />
            <TextInput
              label={TEXTS.title}
              autoComplete="organization"
              maxLength={200}
              {...form.getInputProps('title')}
              onChange={(event: ChangeEvent<HTMLInputElement>) => {
                form.setFieldValue('title', event.currentTarget.value);
                if (!addressTouched) form.setFieldValue('slug', titleToSlug(event.currentTarget.value));
              }}
            />
          </div>
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
          <ColourField label={TEXTS.colour} title={title} colours={NAMED_MARK_COLOURS} {...form.getInputProps('color')} />
          {error !== null && <Alert color="coral" icon={<IconAlertOctagon size={18} aria-hidden />} title={error} />}
        </div>
        <div className={panel.foot}>
          <span className={panel.footNote}>{TEXTS.newTeamNote}</span>
          <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={busy}>
            {TEXTS.createTeam}
          </ServerButton>
        </div>
      </form>
    </Page>
  );
}

/** The server's error of a field, such as an address that is taken. */
function errorsOf(failure: ApiFailure): Record<string, string> {
  if (failure.kind !== 'refused' || failure.errors === undefined) return {};
  return Object.fromEntries(Object.entries(failure.errors).flatMap(([field, [first]]) => (first === undefined ? [] : [[field, first]])));
}

function textOfCreateFailure(failure: ApiFailure): string {
  return failure.kind === 'refused' && failure.code === 'not_allowed' ? TEXTS.mayNotCreate : textOfFailure(failure);
}
