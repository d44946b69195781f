import { agreementOf } from '#server/rules/campaigns/agreement.ts';
import {
  campaignFor,
  campaignPeople,
  finishCampaign,
  listCampaigns,
  remindReaders,
  removeCampaign,
  saveCampaign,
  startCampaign,
} from '#server/rules/campaigns/campaigns.ts';
import { moveRead, readingList } from '#server/rules/campaigns/reads.ts';
import type { Handlers } from './handlers.ts';

export const campaignRoutes = {
  campaigns: async ({ context, caller }) => ({ data: await listCampaigns(context, caller) }),
  campaignPeople: ({ context, caller }) => campaignPeople(context, caller),
  saveCampaign: async ({ context, caller, params, body }) => ({ data: await saveCampaign(context, caller, params.uuid, body) }),
  campaign: async ({ context, caller, params }) => ({ data: await campaignFor(context, caller, params.uuid) }),
  startCampaign: async ({ context, caller, params }) => ({ data: await startCampaign(context, caller, params.uuid) }),
  finishCampaign: async ({ context, caller, params }) => ({ data: await finishCampaign(context, caller, params.uuid) }),
  removeCampaign: async ({ context, caller, params }) => {
    await removeCampaign(context, caller, params.uuid);
    return null;
  },
  agreement: async ({ context, caller, params }) => ({ data: await agreementOf(context, caller, params.uuid) }),
  reads: async ({ context, caller, params }) => ({ data: await readingList(context, caller, params.uuid) }),
  moveRead: async ({ context, caller, params, body }) => ({ data: await moveRead(context, caller, params, body) }),
  remindReaders: ({ context, caller, params, body }) => remindReaders(context, caller, params.uuid, body),
} satisfies Partial<Handlers>;
