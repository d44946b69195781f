import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BrowserContext, Page } from 'playwright';
import { layoutFaults } from '#tests/e2e/support/layout.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';

let profile: string;
let browsing: BrowserContext;
let page: Page;

beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), 'lightship-profile-'));
  browsing = await launchBrowser({ userDataDir: profile });
  page = await browsing.newPage();
  await page.setViewportSize({ width: 400, height: 300 });
});

afterAll(async () => {
  await killBrowser(profile, browsing);
  await rm(profile, { recursive: true, force: true });
});

const at = (left: number, more = ''): string => `position: absolute; top: 20px; left: ${left}px; width: 100px; ${more}`;
const HIGH = '<div style="height: 900px"></div>';
const CUT = 'width: 60px; overflow: hidden; white-space: nowrap';

it.for([
  [
    'two controls overlap',
    `<button style="${at(20)}">Keep</button><button style="${at(90)}">Clear</button>`,
    ['"Keep" and "Clear" overlap'],
  ],
  [
    'text runs under a control',
    `<p style="${at(0)}">10 slices</p><select style="${at(20, 'height: 60px')}" aria-label="Acquisition"></select>`,
    ['"Acquisition" and "10 slices" overlap'],
  ],
  ['text is cut', `<p style="${CUT}">A long description of a series</p>`, ['"A long description of a series" is cut']],
  [
    'a scroll bar is next to that of the page',
    `${HIGH}<div class="list" style="height: 50px; overflow-y: auto">${HIGH}</div>`,
    ['a second scroll bar at div.list'],
  ],
  ['the page is wider than its window', '<div class="wide" style="width: 500px">Wide</div>', [expect.stringContaining('div.wide')]],
  ['an ellipsis shows that text is cut', `<p style="${CUT}; text-overflow: ellipsis">A long description of a series</p>`, []],
  [
    'a menu is in front of the page',
    `<button style="${at(20)}">Keep</button><div style="${at(20, 'z-index: 1')}"><button>Move</button></div>`,
    [],
  ],
  ['a list scrolls in a page that does not', `<div style="height: 50px; overflow-y: auto">${HIGH}</div>`, []],
] as const)('%s', async ([, html, faults]) => {
  await page.setContent(`<!doctype html><style>body { margin: 0 }</style>${html}`);
  expect(await layoutFaults(page)).toEqual(faults);
});
