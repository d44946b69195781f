import { Button } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconExclamationCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { InstallationState } from '#contract/installation.ts';
import { saveFile } from '#ui/browser/save-file.ts';
import sections from '#ui/sections.module.css';
import { attentionOf, type Attention } from './attention.ts';
import { BackupCard, MailCard, StorageCard, VersionCard } from './MachineCards.tsx';
import { JobsCard, StudiesCard, WorkersCard } from './WorkCards.tsx';
import classes from './Overview.module.css';
import { ATTENTION_LINKS, needsText, TEXTS } from './texts.ts';

/** The state of the installation: first what needs somebody, then its parts. */
export function Overview({ state }: { state: InstallationState }) {
  const needs = attentionOf(state);
  return (
    <div className={classes.overview}>
      <p className={classes.lead}>
        <strong>{needsText(needs.length)}</strong>
      </p>
      {needs.length > 0 && (
        <ul className={sections.panel} aria-label={TEXTS.needs}>
          {needs.map((need) => (
            <Need key={`${need.kind} ${need.text}`} need={need} />
          ))}
        </ul>
      )}
      <div className={classes.cards}>
        <StudiesCard state={state} />
        <JobsCard state={state} />
        <WorkersCard state={state} />
        <StorageCard state={state} />
        <BackupCard state={state} />
        <MailCard state={state} />
        <VersionCard state={state} />
      </div>
    </div>
  );
}

function Need({ need: { tone, text, to } }: { need: Attention }) {
  const NeedIcon = tone === 'broken' ? IconExclamationCircle : IconAlertTriangle;
  return (
    <li className={classes.attention} data-tone={tone}>
      <NeedIcon size={18} stroke={1.75} aria-hidden />
      <span>{text}</span>
      {to === undefined ? <span /> : <Link to={to}>{ATTENTION_LINKS[to]}</Link>}
    </li>
  );
}

/** What the page shows, as a file: it names nobody and no study. */
export function ReportButton({ state }: { state: InstallationState | undefined }) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.5} />}
      disabled={state === undefined}
      onClick={() =>
        saveFile({
          name: `lightship-state-${new Date(state!.at).toISOString().slice(0, 10)}.json`,
          text: `${JSON.stringify(state, null, 2)}\n`,
        })
      }
    >
      {TEXTS.report}
    </Button>
  );
}
