import { ActionIcon, Box, Button, Menu } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconBell, IconDots, IconDownload, IconFlagCheck, IconPencil, IconPin } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { Campaign } from '#contract/campaigns.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { saveFile } from '#ui/browser/save-file.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showDone, showTrouble } from '#ui/toasts.ts';
import type { ShownAgreement } from './agreement/shown-agreement.ts';
import { useShownAgreement } from './agreement/use-mask-agreement.ts';
import { agreementToCsv, readsToCsv } from './campaign-csv.ts';
import { readerRows, readersToRemind } from './campaign-figures.ts';
import classes from './Campaigns.module.css';
import { GUIDELINE } from './Guideline.tsx';
import { failureText, finishTitle, finishWhyText, guidelineText, remindedText, remindText, TEXTS } from './texts.ts';
import { useAgreement, useCampaign, useCampaignsChanged } from './use-campaigns.ts';

/** For whoever leads or reviews a campaign; changes are for its lead. */
export function CampaignActions({ db, uuid }: { db: LocalDb; uuid: string }) {
  const { data: campaign } = useCampaign(uuid);
  if (campaign === undefined) return null;
  const isChangeable = campaign.you.includes('lead') && campaign.state === 'running';
  return (
    <>
      <Button
        variant="default"
        visibleFrom="sm"
        leftSection={<IconPin size={16} stroke={1.5} aria-hidden />}
        onClick={() => document.getElementById(GUIDELINE)?.focus()}
      >
        {guidelineText(campaign.guideline_version)}
      </Button>
      <ExportMenu db={db} campaign={campaign} />
      {isChangeable && <Remind campaign={campaign} />}
      {isChangeable && <CampaignMenu campaign={campaign} />}
    </>
  );
}

function ExportMenu({ db, campaign }: { db: LocalDb; campaign: Campaign }) {
  const { shown: agreement } = useShownAgreement(db, campaign.uuid, useAgreement(campaign).data);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />} aria-label={TEXTS.export} {...ON_PHONE}>
          <Words>{TEXTS.export}</Words>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saveReads(campaign)}>{TEXTS.exportReads}</Menu.Item>
        <Menu.Item disabled={agreement === undefined} onClick={() => agreement && saveAgreement(campaign, agreement)}>
          {TEXTS.exportAgreement}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A phone has no room for the words beside the title: there, the button is its icon. */
const Words = ({ children }: { children: string }) => (
  <Box component="span" visibleFrom="sm">
    {children}
  </Box>
);
const ON_PHONE = { classNames: { section: classes.icon ?? '' } } as const;

/** The title may name what cannot stand in a file name. */
const fileName = ({ uuid }: Campaign, part: string): string => `campaign-${uuid.slice(0, 8)}-${part}.csv`;
const csvFile = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' });
const saveReads = (campaign: Campaign) => saveFile({ name: fileName(campaign, 'reads'), file: csvFile(readsToCsv(campaign)) });
const saveAgreement = (campaign: Campaign, agreement: ShownAgreement) =>
  saveFile({ name: fileName(campaign, 'agreement'), file: csvFile(agreementToCsv(agreement)) });

function Remind({ campaign }: { campaign: Campaign }) {
  const { serverReachable } = useSession<Session>();
  // One number until it has arrived: a second try after a lost answer tells nobody again.
  const [reminder, setReminder] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const readers = readersToRemind(readerRows(campaign));
  if (readers.length === 0) return null;

  async function remind() {
    setBusy(true);
    const answer = await callApi(CALLS.remindReaders, { params: { uuid: campaign.uuid }, body: { reminder, readers } });
    setBusy(false);
    if (!answer.ok) return showTrouble(failureText(answer.failure));
    setReminder(crypto.randomUUID());
    showDone(remindedText(answer.value.told));
  }

  return (
    <ServerButton
      serverReachable={serverReachable}
      why={TEXTS.needsServer}
      loading={busy}
      leftSection={<IconBell size={16} stroke={1.5} aria-hidden />}
      aria-label={remindText(readers)}
      onClick={() => void remind()}
      {...ON_PHONE}
    >
      <Words>{remindText(readers)}</Words>
    </ServerButton>
  );
}

function CampaignMenu({ campaign: { uuid, title, blinded, reads } }: { campaign: Campaign }) {
  const { serverReachable } = useSession<Session>();
  const navigate = useNavigate();
  const changed = useCampaignsChanged();

  async function finish() {
    const answer = await callApi(CALLS.finishCampaign, { params: { uuid } });
    modals.closeAll();
    await changed();
    if (!answer.ok) showTrouble(failureText(answer.failure));
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={TEXTS.actions}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!serverReachable && <Menu.Label>{TEXTS.needsServer}</Menu.Label>}
        <Menu.Item
          disabled={!serverReachable}
          leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
          onClick={() => void navigate({ to: '/reviews/campaigns/$uuid/edit', params: { uuid } as never })}
        >
          {TEXTS.editRunningMenu}
        </Menu.Item>
        <Menu.Item
          disabled={!serverReachable}
          color="coral"
          leftSection={<IconFlagCheck size={16} stroke={1.5} aria-hidden />}
          onClick={() =>
            askFirst({
              ...{ title: finishTitle(title), why: finishWhyText(reads.total - reads.done, blinded) },
              ...{ act: TEXTS.finish, keep: TEXTS.notYet, onAct: finish },
            })
          }
        >
          {TEXTS.finishMenu}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
