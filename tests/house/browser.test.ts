import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { runningProcesses } from '#commands/processes.ts';
import { killBrowser, launchBrowser, launchRawBrowser } from '#tests/support/browser.ts';
import { chooseFolder, dropPaths } from '#tests/support/drop.ts';

/** Lists what was dropped or chosen, folders walked to their files, as text that the test can read. */
const PAGE = `<!doctype html><title>bench</title>
<div id="zone" style="width:300px;height:200px">zone</div>
<input id="folder" type="file" webkitdirectory><output id="seen"></output>
<script type="module">
  const show = (names) => { seen.textContent = names.toSorted().join(' '); };
  const walk = async (entry) => {
    if (entry.isFile) return [entry.fullPath];
    const reader = entry.createReader();
    const children = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    return (await Promise.all(children.map(walk))).flat();
  };
  zone.ondragover = (event) => event.preventDefault();
  zone.ondrop = async (event) => {
    event.preventDefault();
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry());
    show((await Promise.all(entries.map(walk))).flat());
  };
  folder.onchange = () => show([...folder.files].map((file) => file.webkitRelativePath));
  fetch('/told?' + new URLSearchParams({ host: location.host, secure: isSecureContext }));
</script>`;

let server: Server;
let told: (query: URLSearchParams) => void = () => undefined;
let folder: string;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://host');
    if (url.pathname === '/told') told(url.searchParams);
    response.setHeader('Content-Type', 'text/html').end(url.pathname === '/' ? PAGE : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://app.localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'lightship-browser-')));
  await mkdir(join(folder, 'study/series'), { recursive: true });
  await writeFile(join(folder, 'study/a.dcm'), 'a');
  await writeFile(join(folder, 'study/series/b.dcm'), 'b');
});
afterEach(async () => {
  await killBrowser(join(folder, 'profile'));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const namingProfile = async (): Promise<number> =>
  (await runningProcesses()).filter(({ args }) => args.some((word) => word.includes(join(folder, 'profile')))).length;

it('a dropped folder and a chosen one are accepted [UPL2-004]', async () => {
  const context = await launchBrowser({ userDataDir: join(folder, 'profile') });
  const page = context.pages()[0]!;
  await page.goto(origin);
  await dropPaths(page, page.locator('#zone'), [join(folder, 'study')]);
  await expect.poll(() => page.locator('#seen').textContent()).toBe('/study/a.dcm /study/series/b.dcm');

  await chooseFolder(page, page.locator('#folder'), join(folder, 'study'));
  await expect.poll(() => page.locator('#seen').textContent()).toBe('study/a.dcm study/series/b.dcm');
  await context.close();
});

it('a killed browser ends completely, and restarts with what it had stored', async () => {
  const context = await launchBrowser({ userDataDir: join(folder, 'profile') });
  const page = context.pages()[0]!;
  await page.goto(origin);
  await page.evaluate(store, 'kept');
  await killBrowser(join(folder, 'profile'), context);
  expect(await namingProfile()).toBe(0);

  const again = await launchBrowser({ userDataDir: join(folder, 'profile') });
  await again.pages()[0]!.goto(origin);
  expect(await again.pages()[0]!.evaluate(stored)).toBe('kept');
  await again.close();
});

it('a browser runs without a debugging connection', async () => {
  const report = new Promise<URLSearchParams>((resolve) => (told = resolve));
  const browser = launchRawBrowser(join(folder, 'profile'), origin);
  expect(Object.fromEntries(await report)).toEqual({ host: new URL(origin).host, secure: 'true' });
  await browser.kill();
  expect(await namingProfile()).toBe(0);
});

/** In the page: durable when it resolves. */
function store(value: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('bench', 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('values'));
    opening.addEventListener('success', () => {
      const tx = opening.result.transaction('values', 'readwrite', { durability: 'strict' });
      tx.objectStore('values').put(value, 'key');
      tx.addEventListener('complete', () => resolve());
      tx.addEventListener('error', () => reject(tx.error ?? new Error('not stored')));
    });
  });
}

function stored(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('bench', 1);
    opening.addEventListener('success', () => {
      const asking = opening.result.transaction('values').objectStore('values').get('key');
      asking.addEventListener('success', () => resolve(asking.result));
      asking.addEventListener('error', () => reject(asking.error ?? new Error('not read')));
    });
  });
}
