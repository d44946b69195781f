import { Anchor, Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertOctagon, IconMail } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { fieldErrors } from '#api/field-errors.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Note } from '#ui/Note.tsx';
import { TextPage } from './TextPage.tsx';
import classes from './site.module.css';
import { TEXTS } from './texts.ts';
import { fetchSite } from './site-facts.ts';

const EMPTY = { name: '', email: '', text: '' };
const { email: Email } = CALLS.contact.body.shape;

const isFilled = (value: string): string | null => (value.trim() === '' ? TEXTS.required : null);
const isEmail = (value: string): string | null => isFilled(value) ?? (Email.safeParse(value.trim()).success ? null : TEXTS.notAnEmail);

/** `/contact` (PCALL-09). The text stays until the server has accepted it. */
export function ContactPage() {
  const [sent, setSent] = useState(false);
  return (
    <TextPage title={TEXTS.contact} note={sent ? undefined : TEXTS.contactNote}>
      {sent ? (
        <div role="status">
          <EmptyState
            icon={IconMail}
            tone="sure"
            title={TEXTS.contactSent}
            action={
              <Button variant="default" onClick={() => setSent(false)}>
                {TEXTS.another}
              </Button>
            }
          >
            {TEXTS.contactSentNote}
          </EmptyState>
        </div>
      ) : (
        <ContactForm onSent={() => setSent(true)} />
      )}
      <WrittenTo />
    </TextPage>
  );
}

function ContactForm({ onSent }: { onSent: () => void }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: EMPTY, validate: { name: isFilled, email: isEmail, text: isFilled } });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);

  async function send(message: typeof EMPTY) {
    setBusy(true);
    setFailure(null);
    const answer = await callApi(CALLS.contact, { body: { ...message, email: message.email.trim() } });
    setBusy(false);
    if (answer.ok) return onSent();
    form.setErrors(fieldErrors(answer.failure));
    setFailure(answer.failure);
  }

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(
        (message) => void send(message),
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'name')?.focus(),
      )}
    >
      <TextInput size="lg" label={TEXTS.name} autoComplete="name" maxLength={200} key={form.key('name')} {...form.getInputProps('name')} />
      <TextInput
        size="lg"
        label={TEXTS.email}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <Textarea
        size="lg"
        label={TEXTS.message}
        autosize
        minRows={5}
        maxRows={16}
        maxLength={4000}
        key={form.key('text')}
        {...form.getInputProps('text')}
      />
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={textOf(failure)} />}
      <Button type="submit" size="lg" loading={busy} className={classes.submit ?? ''}>
        {TEXTS.send}
      </Button>
    </form>
  );
}

/** Only if the platform administrator has set an address; the page is complete without one. */
function WrittenTo() {
  const [email, setEmail] = useState<string | null>(null);
  useEffect(() => void fetchSite().then((site) => setEmail(site?.contact_email ?? null)), []);
  if (email === null) return null;
  return (
    <p className={classes.after}>
      {TEXTS.orByMail}{' '}
      <Anchor href={`mailto:${email}`} underline="always">
        {email}
      </Anchor>
    </p>
  );
}

function textOf(failure: ApiFailure): string {
  if (failure.kind === 'refused') return failure.code === 'too_many' ? TEXTS.tooMany : failure.message;
  return TEXTS.offline;
}
