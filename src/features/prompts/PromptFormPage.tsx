import { Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import { PROMPT_TYPES, PromptType, type AiPrompt } from '#contract/recognition.ts';
import type { Session } from '#model/session.ts';
import { Note } from '#ui/Note.tsx';
import { Page } from '#ui/Page.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { PromptsCrumb } from './PromptsCrumb.tsx';
import { PromptStates } from './PromptStates.tsx';
import classes from './Prompts.module.css';
import { failureText, TEXTS, typeText } from './texts.ts';
import { useAskAgain, usePrompts } from './use-prompts.ts';

/** ROUTE-065, 066, 068: a new version of a prompt; based on the one in the address, otherwise on the built-in text (ODD-23). */
export function PromptFormPage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const prompts = usePrompts();
  const from = prompts.data?.data.find((prompt) => String(prompt.id) === id);
  return (
    <Page title={TEXTS.newPrompt} breadcrumb={[<PromptsCrumb key="prompts" />]} width="text">
      <PromptStates prompts={prompts} isThere={id === undefined || from !== undefined}>
        {(answer) => <PromptForm from={from ?? null} builtIn={answer.built_in} />}
      </PromptStates>
    </Page>
  );
}

function PromptForm({ from, builtIn }: { from: AiPrompt | null; builtIn: Record<PromptType, string> }) {
  const { serverReachable } = useSession<Session>();
  const navigate = useNavigate();
  const askAgain = useAskAgain();
  const [modality, setModality] = useState(from?.modality ?? 'MR');
  const [type, setType] = useState<PromptType>(from?.type ?? 'text');
  const [text, setText] = useState(from?.text ?? builtIn.text);
  const [active, setActive] = useState(from?.active ?? true);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<{ modality?: string; text?: string }>({});
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const modalityField = useRef<HTMLInputElement>(null);
  const textField = useRef<HTMLTextAreaElement>(null);

  /** The built-in text follows the type until the user has edited it. */
  function chooseType(value: string) {
    const { data: next } = PromptType.safeParse(value);
    if (next === undefined) return;
    if (text === builtIn[type]) setText(builtIn[next]);
    setType(next);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!serverReachable) return;
    const isModality = /^[A-Z]{2,4}$/.test(modality);
    const isText = text.trim() !== '';
    setWrong({ ...(!isModality && { modality: TEXTS.modalityWrong }), ...(!isText && { text: TEXTS.textNeeded }) });
    if (!isModality) return modalityField.current?.focus();
    if (!isText) return textField.current?.focus();
    setBusy(true);
    setFailure(null);
    const answer = await callApi(CALLS.createAiPrompt, { body: { modality, type, text, active } });
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    await askAgain();
    await navigate({ to: '/ai-prompt/$id', params: { id: String(answer.value.id) } });
  }

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void save(event)}>
      <TextInput
        ref={modalityField}
        label={TEXTS.modality}
        maxLength={4}
        autoComplete="off"
        value={modality}
        error={wrong.modality}
        onChange={({ currentTarget: { value } }) => setModality(value.toUpperCase())}
      />
      <NativeSelect
        label={TEXTS.type}
        value={type}
        data={PROMPT_TYPES.map((value) => ({ value, label: typeText(value) }))}
        onChange={({ currentTarget: { value } }) => chooseType(value)}
      />
      <Textarea
        ref={textField}
        label={TEXTS.text}
        description={TEXTS.textNote}
        autosize
        minRows={8}
        maxLength={LIMITS.promptChars}
        value={text}
        error={wrong.text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <Switch label={TEXTS.use} checked={active} onChange={({ currentTarget: { checked } }) => setActive(checked)} />
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
      <div className={classes.actions}>
        <Button component={Link} to="/ai-prompt" variant="default">
          {TEXTS.cancel}
        </Button>
        <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={busy}>
          {TEXTS.save}
        </ServerButton>
      </div>
    </form>
  );
}
