import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { CampaignContent, ReadingList } from '#contract/campaigns.ts';
import type { FormDefinition } from '#contract/forms.ts';
import type { Grid } from '#contract/grids.ts';

import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { emptyBits } from '#imaging/mask/bits/bits.ts';
import { settingChange } from '#imaging/mask/bits/change.ts';
import { gridSize } from '#model/grids/voxel-space.ts';
import { strokesOf } from '#workers/masks/wire-form.ts';
import type { TestServer } from './server.ts';
import { bearerOf, type Person } from './sign-in.ts';

/** Parts of a slice in the middle, from 0 to 1: left, top, right, bottom. */
export type DrawnBox = readonly [left: number, top: number, right: number, bottom: number];

/** Calls of people in the team north. Each signs in once: the server refuses many sign-ins. */
export class TeamCalls {
  readonly #server: TestServer;
  readonly #bearers = new Map<Person, Promise<string>>();

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** Throws if the server refuses. */
  async ask<T>(by: Person, method: string, path: string, body?: object): Promise<T> {
    const bearer = this.#bearers.get(by) ?? bearerOf(this.#server, by);
    this.#bearers.set(by, bearer);
    const headers = { authorization: `Bearer ${await bearer}`, team: 'north' };
    const answer = await this.#server.request(`/api/${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    if (answer.status >= 300) throw new Error(`${path} was answered with ${answer.status}: ${answer.text}`);
    return answer.text === '' ? (undefined as T) : (answer.json() as T);
  }

  async idOf(person: Person): Promise<number> {
    return (await this.ask<{ id: number }>(person, 'GET', 'user')).id;
  }
}

/** A campaign that runs. `content`: in place of nothing to fill in. */
export async function startCampaign(calls: TeamCalls, lead: Person, content: Partial<CampaignContent> & { readers: number[] }) {
  const campaign = randomUUID();
  await calls.ask(lead, 'PUT', `campaigns/${campaign}`, {
    ...{ base: 0, title: 'Head readers', guideline: '', form: null, structure: null, blinded: true, cases: [], repeats: 0 },
    ...{ reads_per_case: content.readers.length, reviewer: null, due: null, ...content },
  });
  await calls.ask(lead, 'POST', `campaigns/${campaign}/start`);
  return campaign;
}

/** The id of a structure by its title. */
export async function structureId(calls: TeamCalls, by: Person, title: string): Promise<number> {
  const { data } = await calls.ask<{ data: { id: number; title: string }[] }>(by, 'GET', `structures?search=${title}`);
  return data.find((each) => each.title === title)!.id;
}

export const moveRead = (calls: TeamCalls, by: Person, of: { campaign: string; read: string }, act: 'start' | 'finish' | 'skip') =>
  calls.ask(by, 'PUT', `campaigns/${of.campaign}/reads/${of.read}`, {
    ...{ move: randomUUID(), act, spent_ms: 240_000 },
    ...(act === 'skip' && { reason: 'series_missing' }),
  });

export const readsOf = async (calls: TeamCalls, by: Person, campaign: string) =>
  (await calls.ask<{ data: ReadingList }>(by, 'GET', `campaigns/${campaign}/reads`)).data.reads;

/** A segmentation of a study with a segment, in which a box was drawn on the slice in the middle of its first series with a grid. */
export async function drawBox(calls: TeamCalls, by: Person, study: string, structure: string, box: DrawnBox): Promise<void> {
  const [segmentation, segment] = [randomUUID(), randomUUID()];
  await calls.ask(by, 'POST', `annotator/segmentations/${study}`, { structure, rbac: 0, uuid: segmentation });
  await calls.ask(by, 'POST', `annotator/segment/create/${study}/${segmentation}`, { segment: { uuid: segment } });
  const { uuid, hash, grid } = await gridOf(calls, by, study);
  await calls.ask(by, 'POST', `v2/create-mask/${uuid}/${segmentation}`);
  const drawing = { segmentation, gridHash: hash, author: await calls.idOf(by), device: randomUUID(), tab: randomUUID() };
  const drawn = { segment, exclusive: false, tool: 'box', base: 0, change: settingChange(boxOn(grid, box)) };
  const operations = strokesOf(drawing, [drawn]).map(({ operation }) => operation);
  await calls.ask(by, 'POST', `annotator/studies/${study}/segmentations/${segmentation}/operations`, { operations });
}

/** Of the first series with a grid, once the server has read it. */
export async function gridOf(calls: TeamCalls, by: Person, study: string): Promise<{ uuid: string; hash: string; grid: Grid }> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { series } = await calls.ask<{ series: { uuid: string }[] }>(by, 'GET', `annotator/studies/${study}`);
    for (const { uuid } of series) {
      const { data } = await calls.ask<{ data: { hash: string; grid: Grid } | null }>(by, 'GET', `annotator/series/${uuid}/grid`);
      if (data !== null) return { uuid, ...data };
    }
    await setTimeout(200);
  }
  throw new Error('No series of the study has a grid');
}

function boxOn(grid: Grid, [left, top, right, bottom]: DrawnBox) {
  const [columns, rows, slices] = gridSize(grid);
  const draft = new BitsDraft(emptyBits([columns, rows, slices]));
  for (let row = Math.round(top * rows); row < Math.round(bottom * rows); row += 1)
    draft.writeRow(row, slices >> 1, Math.round(left * columns), Math.round(right * columns) - 1);
  return draft.done();
}

/** A form of a project with a grade of the image quality from 1 to 5. */
export const QUALITY_FORM: FormDefinition = {
  sections: [
    {
      ...{ scope: 'study', title: 'Study' },
      fields: [
        {
          ...{ kind: 'choice', key: 'quality', label: 'Image quality', hint: '', code: null, required: true, shownWhen: null },
          ...{ several: false, options: ['1', '2', '3', '4', '5'].map((key) => ({ key, text: key, code: null })), rule: null },
        },
      ],
    },
  ],
};
