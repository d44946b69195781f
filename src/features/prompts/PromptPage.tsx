import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { AiPrompt } from '#contract/recognition.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { Note } from '#ui/Note.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { PromptsCrumb } from './PromptsCrumb.tsx';
import { PromptStates } from './PromptStates.tsx';
import { PromptsTable } from './PromptsTable.tsx';
import classes from './Prompts.module.css';
import { deleteTitle, failureText, promptName, TEXTS, versionText } from './texts.ts';
import { useAskAgain, usePrompts } from './use-prompts.ts';

/** ROUTE-067: one version, and the others of its modality and type. */
export function PromptPage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const prompts = usePrompts();
  const prompt = prompts.data?.data.find((one) => String(one.id) === id);
  return (
    <Page title={prompt ? promptName(prompt) : TEXTS.prompts} breadcrumb={[<PromptsCrumb key="prompts" />]}>
      <PromptStates prompts={prompts} isThere={prompt !== undefined}>
        {({ data }) =>
          prompt && (
            <OnePrompt
              key={prompt.id}
              prompt={prompt}
              versions={data.filter(({ modality, type }) => modality === prompt.modality && type === prompt.type)}
            />
          )
        }
      </PromptStates>
    </Page>
  );
}

function OnePrompt({ prompt, versions }: { prompt: AiPrompt; versions: readonly AiPrompt[] }) {
  const { serverReachable } = useSession<Session>();
  const askAgain = useAskAgain();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const params = { id: String(prompt.id) };

  async function change() {
    setBusy(true);
    const answer = await callApi(CALLS.saveAiPrompt, { params, body: { active: !prompt.active } });
    setFailure(answer.ok ? null : answer.failure);
    await askAgain();
    setBusy(false);
  }

  async function remove() {
    const answer = await callApi(CALLS.removeAiPrompt, { params });
    modals.closeAll();
    if (!answer.ok) return setFailure(answer.failure);
    await navigate({ to: '/ai-prompt' });
    await askAgain();
  }

  return (
    <>
      <section className={classes.form} aria-label={versionText(prompt.version)}>
        <p className={classes.note}>
          {versionText(prompt.version)}, {prompt.active ? TEXTS.active : TEXTS.inactive}
        </p>
        <p className={classes.text}>{prompt.text}</p>
        {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
        <div className={classes.actions}>
          <Button
            variant="outline"
            color="coral"
            disabled={!serverReachable}
            onClick={() =>
              askFirst({
                title: deleteTitle(prompt.version),
                why: TEXTS.deleteWhy,
                act: TEXTS.delete,
                keep: TEXTS.keep,
                onAct: remove,
              })
            }
          >
            {TEXTS.delete}
          </Button>
          <Button variant="default" disabled={!serverReachable} loading={busy} onClick={() => void change()}>
            {prompt.active ? TEXTS.stopUse : TEXTS.askNow}
          </Button>
          <Button component={Link} to="/ai-prompt/$id/edit" params={params as never}>
            {TEXTS.edit}
          </Button>
        </div>
        {!serverReachable && <p className={classes.note}>{TEXTS.needsServer}</p>}
      </section>
      <h2 className={classes.versions}>{TEXTS.versions}</h2>
      <PromptsTable prompts={versions} label={TEXTS.versions} openedId={prompt.id} />
    </>
  );
}
