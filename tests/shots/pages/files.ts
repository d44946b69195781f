import type { Page } from 'playwright';
import { PHANTOM, phantomVoxel } from '#tests/fixtures/phantom-volume.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';
import { areaFiles } from '#tests/support/area-files.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';

const isList = (url: URL): boolean => url.pathname === '/services/cmd/ls';
const isWorks = (url: URL): boolean => url.pathname === '/services/cmd/works';
const pane = (page: Page, side: 'Left' | 'Right') => page.getByRole('grid', { name: new RegExp(`^${side} pane`) });
const row = (page: Page, name: string) => pane(page, 'Left').getByRole('row', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function open({ page, world }: At): Promise<void> {
  await page.goto(`${world.server.teamOrigin('north')}/admin/commander`);
}

/** The left pane in /north/datasets, the right one in /north/outgoing, wherever they stood. */
async function openFolders(at: At): Promise<void> {
  await open(at);
  await walkTo(at.page, 'Left', ['north', 'datasets']);
  await walkTo(at.page, 'Right', ['north', 'outgoing']);
  await pane(at.page, 'Left').focus();
}

/** From the list of areas, by typing the names. */
async function walkTo(page: Page, side: 'Left' | 'Right', folders: readonly string[]): Promise<void> {
  await page
    .getByRole('region', { name: `${side} pane` })
    .getByRole('button', { name: 'All areas' })
    .first()
    .click();
  await pane(page, side).focus();
  for (const [at, folder] of folders.entries()) {
    await pane(page, side).getByRole('row', { name: folder }).waitFor();
    await page.keyboard.type(folder);
    await page.keyboard.press('Enter');
    await page.getByRole('grid', { name: `${side} pane, /${folders.slice(0, at + 1).join('/')}`, exact: true }).waitFor();
  }
}

/** A work that copies, somewhere in the middle. */
const COPYING = {
  ...{ uuid: '6a3f2b1c-9d3e-4f7a-8b2c-1d4e5f6a7b8c', kind: 'copy', state: 'running', title: 'hippocampus-v3', count: 1 },
  ...{ dir: '/north/outgoing', entries_done: 118, entries_total: 184, bytes_done: 264_000_000, bytes_total: 412_000_000 },
  ...{ current: 'imagesTr_hipp_052_0000.nii.gz', failure: null, skipped: 0, by: 'Ines Okafor-Lindqvist' },
  ...{ created_at: '2026-11-18 16:20:00', started_at: '2026-11-18 16:20:01', ended_at: null },
};
const FAILED = {
  ...{ ...COPYING, uuid: '6a3f2b1c-9d3e-4f7a-8b2c-1d4e5f6a7b8d', kind: 'unzip', state: 'failed', title: 'hospital-cd.zip' },
  ...{ failure: 'archive-encrypted', ended_at: '2026-11-18 16:20:09', current: null },
};

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, n) => (n * 7919) % 251);

async function seed({ world }: At): Promise<void> {
  const files = areaFiles(world.server, await bearerOf(world.server, DEMO.admin));
  for (const name of ['datasets', 'outgoing', 'incoming']) await files.mkdir(`/north/${name}`);
  for (const name of ['hippocampus-v3', 'lung-nodules-v1', 'prostate-zones-v2']) await files.mkdir(`/north/datasets/${name}`);
  for (const name of ['incoming', 'partner-lab']) await files.mkdir(`/north/outgoing/${name}`);
  const volume = writeNifti({ ...PHANTOM, voxel: phantomVoxel });
  await files.put('/north/datasets', {
    'case_0113_T2W.nii': volume,
    'case_0113_zones.nii': bytes(41_000),
    'case_0114_T2W.nii': volume,
    'case_0114_zones.nii': bytes(39_000),
    'case_2_T2W.nii': volume,
    'dataset.json': text(JSON.stringify({ name: 'hippocampus', labels: { background: 0, anterior: 1, posterior: 2 } }, null, 2)),
    'hippocampus-v3-nnunet.zip': bytes(412_000),
    'IM_0042.dcm': bytes(51_200),
    'model-card-v3.md': text('# Hippocampus\n\nA network for T1 images.\n'),
    'README.md': text('# Datasets\n\nOne folder per version.\n'),
    'splits_final.json': text('[]'),
  });
  await files.put('/north/outgoing', { 'hospital-cd.zip': bytes(53_000), 'README.md': text('Sent on Fridays.\n') });
  await files.put('/north', { 'old-notes.txt': text('gone') });
  await files.call('rm', { paths: ['/north/old-notes.txt'] });
}

/** The file manager of north. */
export const FILES: Scenario = {
  who: DEMO.admin,
  steps: [
    {
      page: 'files',
      state: 'failing',
      async reach(at) {
        await at.context.route(isList, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at);
        await button(at.page, 'Try again').first().waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'files',
      state: 'loading',
      async reach(at) {
        await at.context.route(isList, () => undefined);
        await open(at);
        await at.page.locator('[role="grid"][aria-busy="true"]').first().waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'files',
      state: 'empty',
      async reach(at) {
        await open(at);
        await at.page.getByText('This folder is empty').first().waitFor();
      },
      leave: seed,
    },
    {
      page: 'files',
      state: 'full',
      async reach(at) {
        const { page, context } = at;
        await context.route(isWorks, (route) => route.fulfill({ json: { data: [COPYING, FAILED] } }));
        await openFolders(at);
        await row(page, 'case_0113_T2W.nii').waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Insert');
        await page.keyboard.type('hipp');
        await page.keyboard.press('Insert');
        await page.keyboard.type('case_0113_T');
        await page.keyboard.press('F3');
        await page.getByRole('img', { name: /^case_0113_T2W.nii, slice/ }).waitFor();
      },
      async leave({ page, context }) {
        await page.getByRole('button', { name: 'Close the preview' }).click();
        await context.unrouteAll();
      },
    },
    {
      page: 'files',
      state: 'menu',
      sizes: ['wide', 'hospital'],
      async reach({ page }) {
        await pane(page, 'Left').focus();
        await page.keyboard.press('Shift+F10');
        await page.getByRole('menuitem', { name: /^Copy to outgoing/ }).waitFor();
      },
      async leave({ page }) {
        await page.keyboard.press('Escape');
        await page.getByRole('menuitem').first().waitFor({ state: 'hidden' });
      },
    },
    {
      page: 'files',
      state: 'conflict',
      async reach(at) {
        const { page } = at;
        await openFolders(at);
        await row(page, 'README.md').waitFor();
        await page.keyboard.type('README');
        await page.keyboard.press('F5');
        await page.getByRole('dialog').getByText('1 name exists').waitFor();
      },
      async leave({ page }) {
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      },
    },
    {
      page: 'files',
      state: 'deleting',
      async reach({ page }) {
        await pane(page, 'Left').focus();
        await page.keyboard.press('F8');
        await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).waitFor();
      },
      async leave({ page }) {
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      },
    },
    {
      page: 'files',
      state: 'bin',
      async reach(at) {
        const { page } = at;
        await open(at);
        await walkTo(page, 'Left', ['north']);
        await row(page, 'bin').waitFor();
        await page.keyboard.type('bin');
        await page.keyboard.press('Enter');
        await row(page, 'old-notes.txt').waitFor();
      },
    },
    {
      page: 'files',
      state: 'sheet',
      sizes: ['phone'],
      async reach({ page }) {
        await button(page, 'Actions').click();
        await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).waitFor();
      },
      async leave({ page }) {
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      },
    },
    {
      page: 'files',
      state: 'offline',
      async reach(at) {
        await open(at);
        await walkTo(at.page, 'Left', ['north']);
        await row(at.page, 'datasets').waitFor();
        await at.context.setOffline(true);
        await at.page
          .getByText(/^list as of /)
          .first()
          .waitFor();
      },
      leave: ({ context }) => context.setOffline(false),
    },
  ],
};
