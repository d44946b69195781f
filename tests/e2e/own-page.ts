import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKOUT } from '#commands/checkout.ts';
import { buildPageIfStale } from '#commands/page-build.ts';
import { loadConfig } from '#server/config.ts';
import { startServer } from '#server/main.ts';
import { removeAcquisitions } from '#tests/support/without-acquisitions.ts';
import { leaveStudiesAsTheyAre } from '#tests/support/as-they-are.ts';
import { copyPageWithout, type Lack } from '#tests/kills/page-without.ts';

export interface ServerWithOwnPage {
  origin: string;
  teamOrigin(slug: string): string;
  /** Puts another build in the place of the page while people have the old one open: new shell, new service worker, new version. */
  publish(build: string): Promise<void>;
  dispose(): Promise<void>;
}

/** Where the shell of a published build says which one it is. */
export const BUILD_MARK = 'meta[name="build"]';

/** A server in this process, with a copy of the built page that a test may change without anybody else's page changing. */
export async function startServerWithOwnPage(): Promise<ServerWithOwnPage> {
  const folder = await mkdtemp(join(tmpdir(), 'lightship-own-page-'));
  const pageFolder = join(folder, 'dist');
  await copyBuiltPage(pageFolder);
  const loaded = loadConfig({ LIGHTSHIP_PORT: '0', LIGHTSHIP_LOG: 'silent', LIGHTSHIP_DATA: join(folder, 'data') }, ['--demo']);
  if (!loaded.ok) throw new Error(loaded.line);
  const server = await startServer(loaded.value, { pageFolder });
  removeAcquisitions(join(folder, 'data'));
  leaveStudiesAsTheyAre(join(folder, 'data'));

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

/** The built page, for a browser that lacks something. */
export async function copyBuiltPage(pageFolder: string, without: readonly Lack[] = []): Promise<void> {
  const build = await buildPageIfStale();
  if (!build.ok) throw new Error(build.output);
  await copyPageWithout(join(CHECKOUT, 'dist'), pageFolder, without);
}

/** Another build in the place of this page: its shell, its service worker and its version are new. */
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
