import { z } from '#contract/zod.ts';
import { Agreement, Campaign, ListedCampaign, OwnRead, ReadingList, ReadMove, SavedCampaign } from '#contract/campaigns.ts';
import { Uuid } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { TaskAssignees } from '#contract/tasks.ts';

/** The UUID of a campaign is made by the device that creates it. */
const OfCampaign = z.object({ uuid: Uuid });
const access = { permission: 'r:reviews' } as const;

/** Reading campaigns. */
export const CAMPAIGN_CALLS = {
  campaigns: {
    id: 'PCALL-130',
    base: 'api',
    method: 'GET',
    path: 'campaigns',
    access,
    answer: z.object({ data: z.array(ListedCampaign) }),
    repeats: true,
    summary: 'Campaigns that the caller leads, reviews or reads in, the newest first. Readers see no drafts',
  },
  campaignPeople: {
    id: 'PCALL-131',
    base: 'api',
    method: 'GET',
    path: 'campaigns/people',
    access,
    answer: TaskAssignees.pick({ people: true }),
    summary: 'Members of the team who can read in a campaign',
  },
  saveCampaign: {
    id: 'PCALL-132',
    base: 'api',
    method: 'PUT',
    path: 'campaigns/:uuid',
    access,
    params: OfCampaign,
    body: SavedCampaign,
    answer: z.object({ data: Campaign }),
    summary: 'Save a new campaign or a new version. Once it has started, only its guideline and its date can be changed',
  },
  campaign: {
    id: 'PCALL-133',
    base: 'api',
    method: 'GET',
    path: 'campaigns/:uuid',
    access,
    params: OfCampaign,
    answer: z.object({ data: Campaign }),
    summary: 'A campaign with its readers, cases and reads. Requires to lead or to review it',
  },
  startCampaign: {
    id: 'PCALL-134',
    base: 'api',
    method: 'POST',
    path: 'campaigns/:uuid/start',
    access,
    params: OfCampaign,
    answer: z.object({ data: Campaign }),
    summary: 'Start a draft: reads are given to its readers, who are told. No effect if it runs',
  },
  finishCampaign: {
    id: 'PCALL-135',
    base: 'api',
    method: 'POST',
    path: 'campaigns/:uuid/finish',
    access,
    params: OfCampaign,
    answer: z.object({ data: Campaign }),
    summary: 'Finish a running campaign: nothing more is read, and readers see each other’s work. No effect if it has finished',
  },
  removeCampaign: {
    id: 'PCALL-136',
    base: 'api',
    method: 'DELETE',
    path: 'campaigns/:uuid',
    access,
    params: OfCampaign,
    answer: z.null(),
    summary: 'Delete a draft. One that is gone is deleted already',
  },
  reads: {
    id: 'PCALL-137',
    base: 'api',
    method: 'GET',
    path: 'campaigns/:uuid/reads',
    access,
    params: OfCampaign,
    answer: z.object({ data: ReadingList }),
    repeats: true,
    summary: 'The own reads of the caller in a campaign, in the order in which they are to be read',
  },
  moveRead: {
    id: 'PCALL-138',
    base: 'api',
    method: 'PUT',
    path: 'campaigns/:uuid/reads/:read',
    access,
    params: OfCampaign.extend({ read: Uuid }),
    body: ReadMove,
    answer: z.object({ data: OwnRead }),
    summary: 'Start, finish or skip an own read. A move that arrives again has no effect',
  },
  agreement: {
    id: 'PCALL-140',
    base: 'api',
    method: 'GET',
    path: 'campaigns/:uuid/agreement',
    access,
    params: OfCampaign,
    answer: z.object({ data: Agreement }),
    summary: 'How readers agree in the forms of finished reads. Requires to lead or to review the campaign',
  },
  remindReaders: {
    id: 'PCALL-139',
    base: 'api',
    method: 'POST',
    path: 'campaigns/:uuid/reminders',
    access,
    params: OfCampaign,
    body: z.object({
      /** Chosen by the client. Repeating the call with it tells nobody again. */
      reminder: Uuid,
      /** Numbers of readers. */
      readers: z.array(z.number().int().min(1)).min(1).max(LIMITS.campaignReaders),
    }),
    answer: z.object({
      /** Who had reads left. */
      told: z.number().int(),
    }),
    summary: 'Remind readers of the reads that they have left. Requires to lead the campaign',
  },
} as const;
