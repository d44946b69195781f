import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { Refusal } from '#server/rules/context.ts';
import type { Hosts } from '#server/rules/hosts.ts';
import { isCall } from './cross-origin.ts';
import { sendRefusal } from './error-answer.ts';
import { addressOf } from './request-facts.ts';

export interface Page {
  /** Output of the page's build. */
  folder: string;
  /** Program version, returned where there is no build. */
  version: string;
}

/** Names with a content hash never change; everything else is requested again each time (an ETag makes that cheap). */
const HASHED = /[\\/]assets[\\/][^\\/]+-[\w-]{8,}\.\w+(\.br|\.gz)?$/;

/**
 * With this, a service worker asks for a file that is part of its version. During an update, a server of another version must not answer with its
 * own file of that name: the worker would keep a page of two versions. If it is refused, it tries again later.
 */
const REVISION = '__WB_REVISION__';

const SBOM = '/sbom.cdx.json';

/** Serves the built page. A navigation to a path of the page's router returns index.html; any other unknown path is not found. */
export async function servePage(app: FastifyInstance, page: Page, hosts: Hosts): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    const address = addressOf(request);
    if (!isNavigation(request) || isCall(request.url) || !hosts.isAliasOfMain(address.host)) return;
    // Sign-in and teams need host names; a loopback IP address has none.
    return reply.redirect(`${hosts.mainOrigin(address)}/${request.url.replace(/^\/+/, '')}`);
  });
  app.addHook('onRequest', async ({ url, query }) => {
    const revision = (query as Record<string, unknown>)[REVISION];
    if (revision !== undefined && revision !== (await revisionOf(page, url.split('?')[0]!))) throw new Refusal('not_found');
  });
  app.get('/version.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json').send(readVersion(page)),
  );
  await app.register(fastifyStatic, {
    root: page.folder,
    wildcard: true,
    cacheControl: false,
    // The list of everything that the server is made of is for the platform administrator.
    allowedPath: (path) => path !== SBOM,
    // Compressed by the build next to each file; other files are sent uncompressed.
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    if (isCall(request.url) || !isNavigation(request)) return sendRefusal(new Refusal('not_found'), reply);
    if (!existsSync(join(page.folder, 'index.html'))) return sendRefusal(new Refusal('unavailable'), reply);
    return sendIndex(reply);
  });
}

function sendIndex(reply: FastifyReply): FastifyReply {
  return reply.code(200).sendFile('index.html');
}

function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const mode = request.headers['sec-fetch-mode'];
  if (mode !== undefined && mode !== 'navigate') return false;
  return request.headers.accept?.includes('text/html') === true;
}

/** As Workbox computes it; null if there is no such file. */
async function revisionOf({ folder }: Page, path: string): Promise<string | null> {
  const bytes = await readFile(join(folder, normalize(`/${path}`))).catch(() => null);
  return bytes === null ? null : createHash('md5').update(bytes).digest('hex');
}

function readVersion({ folder, version }: Page): string {
  const path = join(folder, 'version.json');
  return existsSync(path) ? readFileSync(path, 'utf8') : JSON.stringify({ version });
}
