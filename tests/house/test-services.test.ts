import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserTries, findChromium, getChromium } from '#commands/test-services/browser.ts';
import { thisMachine, type Machine } from '#commands/test-services/machine.ts';
import { swiftTries } from '#commands/test-services/object-store.ts';
import { findHaproxy, getHaproxy, haproxyTries } from '#commands/test-services/haproxy.ts';
import { findFirefox, firefoxTries, getOtherBrowsers } from '#commands/test-services/other-browsers.ts';
import { postgresTries } from '#commands/test-services/postgres.ts';
import { startServer, stopServer } from '#commands/test-services/service.ts';
import { startServices } from '#commands/test-services/services.ts';
import { findTorch, getTorch, torchTries } from '#commands/test-services/torch.ts';
import { firstOf, type Found } from '#commands/test-services/tries.ts';

interface FakeOptions {
  isRoot?: boolean;
  files?: string[];
  /** By the first two words of the command: what it leaves on the disk, or why it fails. */
  commands?: Record<string, string[] | string>;
}

/** A machine with the given files, whose folder of programs is /bin; it writes down what it was asked to run. */
function fakeMachine({ isRoot = false, files = [], commands = {} }: FakeOptions): Machine & { ran: string[] } {
  const there = new Set(files);
  const ran: string[] = [];
  return {
    ran,
    isRoot,
    isLinux: true,
    // Where it is, apt's packages start no servers: nothing is written on the disk of who runs the tests.
    exists: (path) => path === '/usr/sbin/policy-rc.d' || there.has(path),
    list: (folder) => [
      ...new Set([...there].filter((file) => file.startsWith(`${folder}/`)).map((file) => file.slice(folder.length + 1).split('/')[0]!)),
    ],
    onPath: (name) => (there.has(`/bin/${name}`) ? `/bin/${name}` : null),
    async run(program, args): Promise<Found<string>> {
      const command = `${basename(program)} ${args.join(' ')}`;
      ran.push(command);
      const own = commands[`${program} ${args[0]}`];
      if (typeof own === 'string') return { ok: false, why: own };
      if (args[0] === '--version') return { ok: true, value: '' };
      const effect = commands[command.split(' ', 2).join(' ')] ?? [];
      if (typeof effect === 'string') return { ok: false, why: effect };
      for (const file of effect) there.add(file);
      return { ok: true, value: '' };
    },
  };
}

const CACHED = '/cache/chrome';
const REFUSED = 'Error: getaddrinfo ENOTFOUND cdn.playwright.dev';

async function browserOf(options: FakeOptions): Promise<{ found: Found<string>; lines: string[]; ran: string[] }> {
  const machine = fakeMachine(options);
  const lines: string[] = [];
  const found = await firstOf('Browser', browserTries(machine, CACHED, null), (line) => lines.push(line));
  return { found, lines, ran: machine.ran.filter((command) => !command.endsWith(' --version')) };
}

describe('the browser of the tests', () => {
  it('is the one on PATH before that of Playwright, and nothing is installed', async () => {
    const { found, lines, ran } = await browserOf({ files: ['/bin/google-chrome', CACHED] });
    expect(found).toEqual({ ok: true, value: '/bin/google-chrome' });
    expect(lines).toEqual(['Browser, on PATH: found']);
    expect(ran).toEqual([]);
  });

  it("is the one in Playwright's cache before anything is downloaded", async () => {
    const { found, lines, ran } = await browserOf({ files: [CACHED] });
    expect(found).toEqual({ ok: true, value: CACHED });
    expect(lines).toEqual(['Browser, on PATH: none there', "Browser, in Playwright's cache: found"]);
    expect(ran).toEqual([]);
  });

  it('is downloaded by Playwright, with its libraries if root may install them', async () => {
    const asRoot = await browserOf({ isRoot: true, commands: { 'playwright install': [CACHED] } });
    expect(asRoot.found).toEqual({ ok: true, value: CACHED });
    expect(asRoot.ran).toEqual(['playwright install --with-deps --no-shell chromium']);
    expect(asRoot.lines.slice(2)).toEqual([
      'Browser, playwright install --with-deps --no-shell chromium ...',
      'Browser, playwright install --with-deps --no-shell chromium: found',
    ]);
    const asUser = await browserOf({ commands: { 'playwright install': [CACHED] } });
    expect(asUser.ran).toEqual(['playwright install --no-shell chromium']);
  });

  it('is installed from apt when the download is refused', async () => {
    const { found, lines, ran } = await browserOf({
      isRoot: true,
      files: ['/bin/apt-get'],
      commands: { 'playwright install': REFUSED, 'apt-get install': ['/bin/chromium'] },
    });
    expect(found).toEqual({ ok: true, value: '/bin/chromium' });
    expect(lines.slice(3)).toEqual([
      `Browser, playwright install --with-deps --no-shell chromium: ${REFUSED}`,
      'Browser, apt-get install chromium ...',
      'Browser, apt-get install chromium: found',
    ]);
    expect(ran.map((command) => command.split(' ', 2).join(' '))).toEqual(['playwright install', 'apt-get update', 'apt-get install']);
    expect(ran.at(-1)).toMatch(/ chromium$/);
  });

  it('is missing when nothing works, and each reason is named', async () => {
    const { found, ran } = await browserOf({ files: ['/bin/apt-get'], commands: { 'playwright install': REFUSED } });
    expect(found).toEqual({
      ok: false,
      why: expect.stringMatching(/on PATH: none there; .*ENOTFOUND.*; apt-get install chromium: only root may do that$/),
    });
    expect(ran).toEqual(['playwright install --no-shell chromium']);
  });

  it('must run: one with missing libraries is skipped', async () => {
    const machine = fakeMachine({ files: ['/bin/chromium', CACHED] });
    const run = machine.run;
    machine.run = async (program, args) => (program === '/bin/chromium' ? { ok: false, why: 'libnss3.so is missing' } : run(program, args));
    const lines: string[] = [];
    const found = await firstOf('Browser', browserTries(machine, CACHED, null), (line) => lines.push(line));
    expect(found).toEqual({ ok: true, value: CACHED });
    expect(lines[0]).toBe('Browser, on PATH: /bin/chromium does not run: libnss3.so is missing');
  });

  it('is the one named in TEST_CHROMIUM, which the search sets for the tests', async () => {
    vi.stubEnv('TEST_CHROMIUM', undefined);
    await getChromium(fakeMachine({ files: ['/bin/chromium'] }), () => undefined);
    expect(findChromium(fakeMachine({ files: ['/bin/google-chrome'] }), CACHED)).toEqual({ ok: true, value: '/bin/chromium' });
    vi.unstubAllEnvs();
  });
});

describe('the Firefox of the tests', () => {
  const say = () => undefined;
  afterEach(() => vi.unstubAllEnvs());

  it('is the one on PATH, or from apt if root may install it', async () => {
    const there = fakeMachine({ files: ['/bin/firefox', '/bin/firefox-esr'] });
    expect(await firstOf('Firefox', firefoxTries(there, null), say)).toEqual({ ok: true, value: '/bin/firefox-esr' });
    expect(there.ran).toEqual(['firefox-esr --version']);
    const asRoot = fakeMachine({ isRoot: true, files: ['/bin/apt-get'], commands: { 'apt-get install': ['/bin/firefox-esr'] } });
    expect(await firstOf('Firefox', firefoxTries(asRoot, null), say)).toEqual({ ok: true, value: '/bin/firefox-esr' });
    const asUser = await firstOf('Firefox', firefoxTries(fakeMachine({ files: ['/bin/apt-get'] }), null), say);
    expect(asUser).toMatchObject({ ok: false, why: expect.stringContaining('only root may do that') });
  });

  it('is passed on to the tests, including that it is missing', async () => {
    vi.stubEnv('TEST_FIREFOX', undefined);
    expect(await getOtherBrowsers(fakeMachine({ files: ['/bin/firefox'] }), say)).toEqual([expect.stringMatching(/^No WebKit, /)]);
    expect(findFirefox(fakeMachine({ files: ['/bin/firefox-esr'] }))).toBe('/bin/firefox');
    vi.stubEnv('TEST_FIREFOX', undefined);
    const broken = fakeMachine({ files: ['/bin/firefox'] });
    broken.run = async () => ({ ok: false, why: 'libgtk-3.so is missing' });
    expect((await getOtherBrowsers(broken, say))[0]).toMatch(/^No Firefox, its tests were skipped: install the package firefox-esr/);
    expect(findFirefox(broken)).toBeNull();
  });
});

describe('the HAProxy of the tests', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('is the one on PATH, or from apt if root may install it, and its absence is said in one line', async () => {
    const say = () => undefined;
    vi.stubEnv('TEST_HAPROXY', undefined);
    const there = fakeMachine({ files: ['/bin/haproxy'] });
    expect([await getHaproxy(there, say), findHaproxy(), there.ran]).toEqual([[], '/bin/haproxy', ['haproxy -v']]);
    const asRoot = fakeMachine({ isRoot: true, files: ['/bin/apt-get'], commands: { 'apt-get install': ['/bin/haproxy'] } });
    expect(await firstOf('HAProxy', haproxyTries(asRoot, null), say)).toEqual({ ok: true, value: '/bin/haproxy' });
    vi.stubEnv('TEST_HAPROXY', undefined);
    expect(await getHaproxy(fakeMachine({ files: ['/bin/apt-get'] }), say)).toEqual([
      'No HAProxy, its tests were skipped: install the package haproxy, or set TEST_HAPROXY',
    ]);
    expect(findHaproxy(there)).toBeNull();
  });
});

describe('the Python with PyTorch of the tests', () => {
  const say = () => undefined;
  afterEach(() => vi.unstubAllEnvs());

  it('is the first that has PyTorch, or that of Debian from apt if root may install it, and its absence is said in one line', async () => {
    vi.stubEnv('TEST_PYTHON', undefined);
    const there = fakeMachine({ files: ['/bin/python3', '/usr/bin/python3'], commands: { '/bin/python3 -c': 'No module named torch' } });
    expect([await getTorch(there, say), findTorch()]).toEqual([[], '/usr/bin/python3']);
    const asRoot = fakeMachine({ isRoot: true, files: ['/bin/apt-get'], commands: { 'apt-get install': ['/usr/bin/python3'] } });
    expect(await firstOf('PyTorch', torchTries(asRoot, null), say)).toEqual({ ok: true, value: '/usr/bin/python3' });
    expect(asRoot.ran.some((command) => /^apt-get install .* python3-torch python3-numpy$/.test(command))).toBe(true);
    vi.stubEnv('TEST_PYTHON', undefined);
    expect(await getTorch(fakeMachine({ files: ['/bin/apt-get'] }), say)).toEqual([
      'No Python with PyTorch, its tests were skipped: install the package python3-torch, or set TEST_PYTHON',
    ]);
    expect(findTorch()).toBeNull();
  });
});

describe('the PostgreSQL of the tests', () => {
  const npm = async (): Promise<Found<string>> => ({ ok: true, value: '/npm/bin' });
  const binOf = async (files: string[]) => {
    const found = await firstOf('PostgreSQL', postgresTries(fakeMachine({ files }), npm), () => undefined);
    return found.ok ? found.value : found.why;
  };

  it('is the newest on this machine, then the one on PATH, then the one from npm', async () => {
    const debian = (version: string) => `/usr/lib/postgresql/${version}/bin/initdb`;
    expect(await binOf([debian('9'), debian('15'), '/usr/lib/postgresql/17/bin/psql', '/bin/initdb', '/bin/postgres'])).toBe(
      '/usr/lib/postgresql/15/bin',
    );
    expect(await binOf(['/bin/initdb', '/bin/postgres'])).toBe('/bin');
    expect(await binOf(['/bin/initdb'])).toBe('/npm/bin');
  });
});

describe('the S3 store of the tests', () => {
  const programs = ['swift-account-server', 'swift-container-server', 'swift-object-server', 'swift-proxy-server', 'memcached'].map(
    (name) => `/bin/${name}`,
  );

  it('is Swift on this machine, or from apt if root may install it', async () => {
    const say = () => undefined;
    const there = fakeMachine({ files: programs });
    expect(await firstOf('S3 store', swiftTries(there), say)).toEqual({ ok: true, value: null });
    expect(there.ran).toEqual([]);
    const asRoot = fakeMachine({ isRoot: true, files: ['/bin/apt-get'], commands: { 'apt-get install': programs } });
    expect(await firstOf('S3 store', swiftTries(asRoot), say)).toEqual({ ok: true, value: null });
    expect(asRoot.ran.at(-1)).toMatch(/ swift-account swift-container swift-object swift-proxy memcached$/);
    const asUser = await firstOf('S3 store', swiftTries(fakeMachine({ files: ['/bin/apt-get'] })), say);
    expect(asUser).toMatchObject({ ok: false, why: expect.stringContaining('only root may do that') });
  });
});

describe('the servers of the tests', () => {
  afterEach(() => vi.unstubAllEnvs());
  const kind = (name: string, get: () => Promise<Found<{ env: Record<string, string>; stop(): Promise<void> }>>) => ({
    name,
    setting: `TEST_SETTING_${name}`,
    stored: 'disk' as const,
    help: `install ${name}`,
    get,
  });

  it('are passed to the tests and stopped; configured ones are not started, and missing ones are reported', async () => {
    vi.stubEnv('TEST_SETTING_set', 'of mine');
    vi.stubEnv('TEST_SETTING_started', undefined);
    const stop = vi.fn(async () => undefined);
    const lines: string[] = [];
    const services = await startServices(fakeMachine({}), { disk: '/tmp', memory: '/tmp' }, (line) => lines.push(line), [
      kind('set', () => Promise.reject(new Error('was started'))),
      kind('started', async () => ({ ok: true, value: { env: { TEST_SETTING_started: 'at a port' }, stop } })),
      kind('missing', async () => ({ ok: false, why: 'none there' })),
    ]);
    expect(lines).toEqual(['set, TEST_SETTING_set: set']);
    expect(process.env['TEST_SETTING_set']).toBe('of mine');
    expect(process.env['TEST_SETTING_started']).toBe('at a port');
    expect(services.missing).toEqual(['No missing, its tests were skipped: install missing']);
    expect(stop).not.toHaveBeenCalled();
    await services.stop();
    expect(stop).toHaveBeenCalledOnce();
  });

  it('stop completely, and one that never started needs no stop', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lightship-service-'));
    await chmod(folder, 0o755);
    const said = Promise.withResolvers<string>();
    const child = startServer('/bin/sh', ['-c', 'echo up; exec sleep 60'], folder, said.resolve);
    expect(await said.promise).toBe('up\n');
    await stopServer(child, 'SIGTERM');
    expect(child.signalCode).toBe('SIGTERM');
    const why = Promise.withResolvers<string>();
    const absent = startServer('/absent/program', [], folder, why.resolve);
    expect(await why.promise).toContain('ENOENT');
    await stopServer(absent, 'SIGTERM');
    await rm(folder, { recursive: true });
  });
});

describe('this machine', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lightship-machine-'));
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  });

  async function install(path: string): Promise<string> {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '#!/bin/sh\n', { mode: 0o755 });
    return file;
  }

  it('finds Chromium even if Chrome comes first on PATH', async () => {
    await install('first/google-chrome');
    const chromium = await install('second/chromium');
    vi.stubEnv('TEST_CHROMIUM', undefined);
    vi.stubEnv('PATH', [join(folder, 'first'), join(folder, 'second')].join(delimiter));
    expect(findChromium()).toEqual({ ok: true, value: chromium });
  });

  it('asks for a browser in one line, with the command to install it', () => {
    vi.stubEnv('TEST_CHROMIUM', undefined);
    vi.stubEnv('PATH', folder);
    expect(findChromium(thisMachine(), join(folder, 'absent'))).toEqual({
      ok: false,
      why: expect.stringMatching(/^[^\n]*npx playwright install chromium$/),
    });
  });

  it('shows the error of a failed program, not its last line', async () => {
    const node = (code: string) => thisMachine().run(process.execPath, ['-e', code]);
    expect(await node(`console.error('Downloading\\nError: no address\\n    at a place'); process.exit(1)`)).toEqual({
      ok: false,
      why: 'Error: no address',
    });
    expect(await node(`console.log('as asked')`)).toEqual({ ok: true, value: 'as asked\n' });
    expect(await thisMachine().run(join(folder, 'absent'), [])).toMatchObject({ ok: false, why: expect.stringContaining('ENOENT') });
  });
});
