import { Button } from '@mantine/core';
import { IconInfoCircle, IconMessageCog, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import list from '#ui/lists/list-page.module.css';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Note } from '#ui/Note.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import classes from './Prompts.module.css';
import { PromptsTable } from './PromptsTable.tsx';
import { asOfText } from '#ui/lists/list-texts.ts';
import { modelsText, TEXTS } from './texts.ts';
import { usePrompts } from './use-prompts.ts';

/** ROUTE-004: the prompts with which language models recognise series, in versions. */
export function PromptsPage() {
  const { serverReachable } = useSession<Session>();
  const prompts = usePrompts();
  const models = prompts.data?.models;
  return (
    <Page
      title={TEXTS.prompts}
      actions={
        <Button component={Link} to="/ai-prompt/create" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}>
          {TEXTS.newPrompt}
        </Button>
      }
    >
      {models && (
        <div className={classes.models}>
          {models.text === null && models.image === null ? (
            <Note tone="moving" icon={IconInfoCircle} title={TEXTS.noModels} />
          ) : (
            <p className={classes.note}>{modelsText(models)}</p>
          )}
        </div>
      )}
      {prompts.data && (!serverReachable || prompts.isError) && (
        <div className={list.bar}>
          <span className={list.asOf}>{asOfText(prompts.dataUpdatedAt)}</span>
        </div>
      )}
      <ListStates
        list={prompts}
        serverReachable={serverReachable}
        texts={TEXTS}
        empty={
          <EmptyState icon={IconMessageCog} title={TEXTS.empty}>
            {TEXTS.emptyWhy}
          </EmptyState>
        }
      >
        {(rows) => <PromptsTable prompts={rows} label={TEXTS.prompts} />}
      </ListStates>
    </Page>
  );
}
