import { Skeleton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AiPrompt } from '#contract/recognition.ts';
import { classNames } from '#ui/class-names.ts';
import link from '#ui/lists/row-link.module.css';
import table from '#ui/lists/table.module.css';
import classes from './Prompts.module.css';
import { madeText, promptName, TEXTS, versionText } from './texts.ts';

interface PromptsTableProps {
  /** Undefined while loading, which shows a skeleton. */
  prompts: readonly AiPrompt[] | undefined;
  label: string;
  /** The open prompt. */
  openedId?: number;
}

export function PromptsTable({ prompts, label, openedId }: PromptsTableProps) {
  return (
    <div className={classNames(table.table, classes.prompts)} data-list role="table" aria-label={label} aria-busy={prompts === undefined}>
      <div className={table.head} role="row">
        <span role="columnheader">{TEXTS.columns.prompt}</span>
        <span role="columnheader">{TEXTS.columns.version}</span>
        <span role="columnheader">{TEXTS.columns.state}</span>
        <span role="columnheader" className={classes.made}>
          {TEXTS.columns.made}
        </span>
      </div>
      {prompts
        ? prompts.map((prompt) => <PromptRow key={prompt.id} prompt={prompt} isOpened={prompt.id === openedId} />)
        : [0, 1, 2, 3].map((row) => (
            <div key={row} className={table.row} data-skeleton aria-hidden>
              <Skeleton width="50%" height={12} />
              <Skeleton width="60%" height={12} />
              <Skeleton width="60%" height={12} />
              <Skeleton className={classes.made ?? ''} width="70%" height={12} />
            </div>
          ))}
    </div>
  );
}

function PromptRow({ prompt, isOpened }: { prompt: AiPrompt; isOpened: boolean }) {
  const { id, version, active, created_at: at, created_by: by } = prompt;
  return (
    <div className={classNames(table.row, link.row)} role="row" data-prompt={id}>
      <div role="rowheader" className={classes.name}>
        <Link
          className={classNames(table.name, link.link)}
          to="/ai-prompt/$id"
          params={{ id: String(id) }}
          {...(isOpened ? { 'aria-current': 'page' as const } : {})}
        >
          {promptName(prompt)}
        </Link>
      </div>
      <div role="cell">{versionText(version)}</div>
      <div role="cell" className={classes.state} data-active={active || undefined}>
        {active && <IconCircleCheck size={15} stroke={1.5} aria-hidden />}
        {active ? TEXTS.active : TEXTS.inactive}
      </div>
      <div role="cell" className={classes.made}>
        {madeText(at, by)}
      </div>
    </div>
  );
}
