import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconDots, IconLock } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { Campaign } from '#contract/campaigns.ts';
import type { Session } from '#model/session.ts';
import { DeleteItem } from '#ui/lists/DeleteItem.tsx';
import { Note } from '#ui/Note.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showTrouble } from '#ui/toasts.ts';
import { CampaignForm } from './CampaignForm.tsx';
import { CampaignStates } from './CampaignStates.tsx';
import type { ChooseCases } from './choose-cases.ts';
import { CampaignsCrumb, ReviewsCrumb } from './Crumbs.tsx';
import { failureText, TEXTS } from './texts.ts';
import { useCampaign, useCampaignsChanged } from './use-campaigns.ts';

const CRUMBS = [<ReviewsCrumb key="reviews" />, <CampaignsCrumb key="campaigns" />];

/** ROUTE-126: a new campaign. */
export function CampaignCreatePage({ choose }: { choose: ChooseCases }) {
  return (
    <Page title={TEXTS.newCampaign} breadcrumb={CRUMBS} width="text">
      <CampaignForm base={null} choose={choose} />
    </Page>
  );
}

/** ROUTE-127: a draft, or guideline and date of a campaign that runs. */
export function CampaignEditPage({ choose }: { choose: ChooseCases }) {
  const { uuid = '' } = useParams({ strict: false }) as { uuid?: string };
  const query = useCampaign(uuid);
  const campaign = query.data;
  return (
    <Page
      title={campaign?.state === 'running' ? TEXTS.editRunning : TEXTS.editDraft}
      breadcrumb={CRUMBS}
      actions={campaign?.state === 'draft' && <DraftMenu draft={campaign} />}
      width="text"
    >
      <CampaignStates query={query}>
        {(found) =>
          found === undefined ? (
            <Skeleton height={240} />
          ) : !found.you.includes('lead') ? (
            <Note tone="you" icon={IconLock} title={TEXTS.notLead} />
          ) : found.state === 'finished' ? (
            <Note tone="you" icon={IconLock} title={TEXTS.finishedNote} />
          ) : (
            <CampaignForm key={found.uuid} base={found} choose={choose} />
          )
        }
      </CampaignStates>
    </Page>
  );
}

function DraftMenu({ draft: { uuid, title } }: { draft: Campaign }) {
  const { serverReachable } = useSession<Session>();
  const navigate = useNavigate();
  const changed = useCampaignsChanged();

  async function remove() {
    const answer = await callApi(CALLS.removeCampaign, { params: { uuid } });
    modals.closeAll();
    if (!answer.ok) return showTrouble(failureText(answer.failure));
    await navigate({ to: '/reviews/campaigns' });
    await changed();
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
        <DeleteItem
          name={title}
          texts={{ menu: TEXTS.removeMenu, ask: TEXTS.removeAsk, act: TEXTS.remove, why: TEXTS.removeWhy, keep: TEXTS.keep }}
          disabled={!serverReachable}
          onDelete={remove}
        />
      </Menu.Dropdown>
    </Menu>
  );
}
