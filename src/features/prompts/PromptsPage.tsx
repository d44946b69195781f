import { Button } from '@mantine/core';
import { IconInfoCircle, IconMessageCog, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { Note } from '#ui/Note.tsx';
import classes from './Prompts.module.css';
import { PromptsTable } from './PromptsTable.tsx';
import { modelsText, TEXTS } from './texts.ts';
import { usePrompts } from './use-prompts.ts';

/** ROUTE-004: the prompts with which language models recognise series, in versions. */
export function PromptsPage() {
  const prompts = usePrompts();
  const models = prompts.data?.models;
  return (
    <ListPage
      title={TEXTS.prompts}
      actions={
        <Button component={Link} to="/ai-prompt/create" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}>
          {TEXTS.newPrompt}
        </Button>
      }
      list={prompts}
      texts={TEXTS}
      above={
        models && (
          <div className={classes.models}>
            {models.text === null && models.image === null ? (
              <Note tone="moving" icon={IconInfoCircle} title={TEXTS.noModels} />
            ) : (
              <p className={classes.note}>{modelsText(models)}</p>
            )}
          </div>
        )
      }
      empty={{ icon: IconMessageCog, title: TEXTS.empty, why: TEXTS.emptyWhy }}
    >
      {(rows) => <PromptsTable prompts={rows} label={TEXTS.prompts} />}
    </ListPage>
  );
}
