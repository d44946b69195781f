import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { createServer, type AddressInfo, type LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import Sqlite from 'better-sqlite3';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';
import { findHaproxy } from '#commands/test-services/haproxy.ts';
import { SQLITE_FILE } from '#server/db/open-database.ts';
import { packFile, registrationBody } from '#tests/contract/upload-steps.ts';
import type { AnyJson } from '#server/test-server.ts';
import { haproxyWith } from '#tests/support/haproxy.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO } from '#tests/support/sign-in.ts';

const DOMAIN = 'imaging.hospital.org';
/** Another address of this machine than that of the proxy. */
const CLIENT = '127.0.0.5';
const CERTIFICATES = '/etc/ssl/imaging';

interface Proxy {
  program: 'nginx' | 'caddy' | 'haproxy';
  /** The configuration as it is given to readers. */
  example(): Promise<string>;
  /** The whole configuration of the program in a folder. */
  file(example: string, folder: string): string;
  words(path: string, folder: string): string[];
}

const CADDY = {
  program: 'caddy',
  file: (example: string) => example.replace('{\n', '{\n  admin off\n  auto_https disable_redirects\n'),
  words: (path: string) => ['run', '--adapter', 'caddyfile', '--config', path],
} as const;

const PROXIES: Record<string, Proxy> = {
  'nginx, configured as in docs/deployment.md': {
    program: 'nginx',
    example: () => exampleAfter('nginx, where'),
    file: (example: string, folder: string) =>
      `daemon off; pid ${folder}/pid; error_log stderr; events {}
       http {
         access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
         ${example}
       }`,
    words: (path: string, folder: string) => ['-e', 'stderr', '-p', folder, '-c', path],
  },
  'caddy, configured as in docs/deployment.md': { ...CADDY, example: () => exampleAfter('Caddy sets') },
  'caddy, configured for one machine': { ...CADDY, example: () => fileInDeploy('Caddyfile') },
  'caddy, configured for several machines': { ...CADDY, example: () => fileInDeploy('cluster.Caddyfile') },
  'haproxy, configured for several machines': {
    program: 'haproxy',
    example: () => readFile(join(CHECKOUT, 'deploy/haproxy.cfg'), 'utf8'),
    file: (example: string) => example,
    words: (path: string) => ['-db', '-f', path],
  },
};

const isThere = (program: string, word: string) => spawnSync(program, [word]).error === undefined;
const canRun = { nginx: isThere('nginx', '-v'), caddy: isThere('caddy', 'version'), haproxy: findHaproxy() !== null };
const canMakeCertificate = isThere('openssl', 'version');

for (const [name, proxy] of Object.entries(PROXIES))
  describe.skipIf(!canRun[proxy.program] || !canMakeCertificate)(`behind ${name}`, () => {
    behind(proxy);
  });

function behind({ program, example, file, words }: Proxy): void {
  let server: TestServer;
  let folder: string;
  let proxy: ChildProcess;
  let port: number;
  let said = '';
  let signedIn: { token: string };

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'lightship-proxy-')));
    const env = { LIGHTSHIP_BASE_DOMAIN: DOMAIN, LIGHTSHIP_TRUSTED_PROXIES: '127.0.0.1,::1' };
    [server, port] = await Promise.all([startTestServer({ env, people: true }), freePort()]);
    const names = `subjectAltName=DNS:${DOMAIN},DNS:*.${DOMAIN}`;
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', `/CN=${DOMAIN}`, '-addext', names];
    execFileSync('openssl', [...made, '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')], { stdio: 'ignore' });
    await writeFile(
      join(folder, 'both.pem'),
      (await Promise.all(['cert', 'key'].map((part) => readFile(join(folder, `${part}.pem`))))).join(''),
    );
    for (const kept of ['body', 'proxy']) await mkdir(join(folder, kept));
    const path = join(folder, 'config');
    await writeFile(path, file(adapted(await example()), folder));
    // Caddy keeps what it runs below the home of its user.
    proxy = spawn(program === 'haproxy' ? findHaproxy()! : program, words(path, folder), {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: folder },
    });
    for (const stream of [proxy.stdout!, proxy.stderr!]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()));
    await vi.waitFor(async () => expect((await ask(DOMAIN, '/version.json')).status, said).toBe(200), { timeout: 10_000 });
  });
  afterAll(async () => {
    if (proxy?.exitCode === null) {
      const gone = once(proxy, 'exit');
      proxy.kill('SIGTERM');
      await gone;
    }
    await server?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  /** Only what a machine for tests has to have otherwise. */
  function adapted(example: string): string {
    if (program === 'haproxy')
      return haproxyWith(example, { ports: [server.port, server.port], bind: `bind 127.0.0.1:${port} ssl crt ${folder}/both.pem` });
    const own = example.replaceAll('127.0.0.1:8080', `127.0.0.1:${server.port}`).replaceAll(CERTIFICATES, folder);
    return program === 'nginx'
      ? own.replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
      : own.replace(`${DOMAIN}, *.${DOMAIN} {`, `${DOMAIN}:${port}, *.${DOMAIN}:${port} {\n  bind 127.0.0.1`);
  }

  const agent = () =>
    new Agent({ lookup: toThisMachine, localAddress: CLIENT, rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'] });

  interface Answer {
    status: number;
    headers: NodeJS.Dict<string | string[]>;
    protocol: string | false | null;
    body: Buffer;
  }
  function ask(host: string, path: string, given: { token?: string; team?: string; json?: unknown; bytes?: Buffer } = {}): Promise<Answer> {
    const { token, team, json, bytes = json === undefined ? undefined : Buffer.from(JSON.stringify(json)) } = given;
    const headers = {
      'accept-encoding': 'br',
      ...(bytes === undefined ? {} : { 'content-type': json === undefined ? 'application/octet-stream' : 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(team === undefined ? {} : { team }),
    };
    return new Promise((resolve, reject) => {
      const method = bytes === undefined ? 'GET' : 'POST';
      const asking = request(`https://${host}:${port}${path}`, { method, headers, agent: agent() }, (response) => {
        const { alpnProtocol: protocol } = response.socket as TLSSocket;
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, protocol, body: Buffer.concat(parts) }),
        );
      });
      asking.on('error', reject);
      asking.end(bytes);
    });
  }
  const answered = ({ body }: Answer) => JSON.parse(body.toString()) as AnyJson;

  it('the page is delivered as compressed by the server, with HSTS, over HTTP/1.1', async () => {
    for (const host of [DOMAIN, `north.${DOMAIN}`]) {
      const { status, headers, protocol } = await ask(host, '/');
      expect([host, status, headers['content-encoding'], protocol]).toEqual([host, 200, 'br', 'http/1.1']);
      expect(headers['strict-transport-security']).toMatch(/^max-age=31536000; includeSubDomains/);
    }
  });

  it('the sign-in cookie is Secure, and the audit record has the client address', async () => {
    const answer = await ask(DOMAIN, '/api/login', { json: DEMO.annotator });
    expect(answer.status).toBe(200);
    signedIn = answered(answer);
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    expect(cookies.find((cookie) => cookie.startsWith('mt_auth.session='))).toMatch(/; Secure/);
    const db = new Sqlite(join(server.dataDir, 'database', SQLITE_FILE), { readonly: true });
    const addresses = db.prepare(`select distinct address from audit_record where call = 'login'`).pluck().all();
    db.close();
    expect(addresses).toEqual([CLIENT]);
  });

  it('a socket is upgraded', async () => {
    const socket = io(`https://north.${DOMAIN}:${port}`, {
      path: '/services/socket.io',
      auth: { token: signedIn.token },
      transports: ['websocket'],
      agent: agent() as never,
      reconnection: false,
    });
    await new Promise<void>((resolve, reject) => void socket.on('connect', resolve).on('connect_error', reject));
    expect(socket.io.engine.transport.name).toBe('websocket');
    socket.close();
  });

  it('a chunk of 8 MiB passes on the upload host', async () => {
    const setUp = answered(await ask(DOMAIN, '/api/setup'));
    expect(setUp.upload_url).toBe(`https://upload.${DOMAIN}:${port}`);
    const [session, asked] = [randomUUID(), { token: signedIn.token, team: 'north' }];
    const prepare = { action: 'prepare', id: session, started: Date.now() };
    const prepared = answered(await ask(DOMAIN, '/api/c-upload', { ...asked, json: prepare }));
    const registered = await ask(DOMAIN, '/api/upload/studies?version=2', { ...asked, json: registrationBody(session) });
    const { study, series } = answered(registered);
    const upload = { session, token: prepared.upload_token, study, series: series[0] };
    const bytes = packFile(upload, { bytes: randomBytes(8 * 1024 * 1024) });
    const sent = await ask(`upload.${DOMAIN}`, '/services/c-upload/file', { token: upload.token, bytes });
    expect([sent.status, answered(sent).proved]).toEqual([200, ['f1']]);
  });
}

/** The indented lines after the sentence that brings the example in. */
async function exampleAfter(start: string): Promise<string> {
  const text = await readFile(join(CHECKOUT, 'docs/deployment.md'), 'utf8');
  const example = /\n\n((?: {4}.*\n)+)/.exec(text.slice(text.indexOf(`\n${start}`)))?.[1];
  if (example === undefined) throw new Error(`docs/deployment.md has no example after "${start}"`);
  return example.replaceAll(/^ {4}/gm, '');
}

/** With the names of the other examples in place of those of containers. */
async function fileInDeploy(name: string): Promise<string> {
  const text = await readFile(join(CHECKOUT, 'deploy', name), 'utf8');
  return text
    .replaceAll('{$LIGHTSHIP_BASE_DOMAIN}', DOMAIN)
    .replaceAll('/run/secrets/tls-certificate', `${CERTIFICATES}/cert.pem`)
    .replaceAll('/run/secrets/tls-key', `${CERTIFICATES}/key.pem`)
    .replaceAll(/\b(?:server|pages-\d|uploads-\d):8080/g, '127.0.0.1:8080');
}

/** No name is asked for: all of them are this machine. */
const toThisMachine: LookupFunction = (_host, { all }, done) =>
  all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
