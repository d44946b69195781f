import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKOUT } from '#commands/checkout.ts';
import { buildPageIfStale } from '#commands/page-build.ts';
import { loadConfig } from '#server/config/load-config.ts';
import { startServer } from '#server/main.ts';
import { removeAcquisitions } from '#tests/support/without-acquisitions.ts';
import { turnOffDeidentification } from '#tests/support/without-deidentification.ts';
import { copyPageWithout, type MissingFeature } from '#tests/kills/page-lacking-features.ts';

export interface ServerWithOwnPage {
  origin: string;
  teamOrigin(slug: string): string;
  /** Replaces the page with another build while users have the old one open: new shell, new service worker, new version. */
  publish(build: string): Promise<void>;
  dispose(): Promise<void>;
}

/** Where the shell of a published build names the build. */
export const BUILD_MARK = 'meta[name="build"]';

/** A server in this process, with a copy of the built page that a test can change without affecting others. */
export async function startServerWithOwnPage(): Promise<ServerWithOwnPage> {
  const folder = await mkdtemp(join(tmpdir(), 'lightship-own-page-'));
  const pageFolder = join(folder, 'dist');
  await copyBuiltPage(pageFolder);
  const loaded = loadConfig({ LIGHTSHIP_PORT: '0', LIGHTSHIP_LOG: 'silent', LIGHTSHIP_DATA: join(folder, 'data') }, ['--demo']);
  if (!loaded.ok) throw new Error(loaded.line);
  const server = await startServer(loaded.value, { pageFolder });
  removeAcquisitions(join(folder, 'data'));
  turnOffDeidentification(join(folder, 'data'));

  return {
    origin: server.url,
    teamOrigin: (slug) => server.url.replace('://', `://${slug}.`),
    publish: (build) => publishBuild(pageFolder, build),
    async dispose() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The built page, for a browser without some features. */
export async function copyBuiltPage(pageFolder: string, without: readonly MissingFeature[] = []): Promise<void> {
  const build = await buildPageIfStale();
  if (!build.ok) throw new Error(build.output);
  await copyPageWithout(join(CHECKOUT, 'dist'), pageFolder, without);
}

/** Replaces this page with another build: a new shell, service worker and version. */
export async function publishBuild(pageFolder: string, build: string): Promise<void> {
  async function rewrite(name: string, change: (text: string) => string): Promise<void> {
    const text = await readFile(join(pageFolder, name), 'utf8');
    const changed = change(text);
    if (changed === text) throw new Error(`${name} has nothing to change`);
    await writeFile(join(pageFolder, name), changed);
  }

  await rewrite('index.html', (html) =>
    html.replace(/(<meta name="build" [^>]*>)?<\/head>/, `<meta name="build" content="${build}"></head>`),
  );
  await rewrite('sw.js', (worker) => worker.replace(/("revision":")[^"]+(","url":"index\.html")/, `$1${build}$2`));
  await writeFile(join(pageFolder, 'version.json'), JSON.stringify({ version: build }));
}
