import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { version: string };
/** The one setting that both sides read; the server's default. */
const server = `http://127.0.0.1:${process.env['LIGHTSHIP_PORT'] ?? '8080'}`;
/** The host of the browser goes through: the server tells teams apart by it. */
const toServer = { target: server, changeOrigin: false, xfwd: true };

const START = 'src/app/start.tsx';

export default defineConfig({
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: {
        id: '/',
        name: 'Lightship',
        short_name: 'Lightship',
        description: 'AI-driven medical imaging from your browser',
        start_url: '/dashboard',
        scope: '/',
        display: 'standalone',
        theme_color: '#0B0D0F',
        background_color: '#0B0D0F',
        categories: ['medical', 'productivity'],
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      injectManifest: {
        // Every lazy chunk and font, so that any page opens offline after the first visit (PWA-18). Old-format fonts are for browsers
        // that have no service worker either.
        globPatterns: ['**/*.{html,js,css,woff2,svg,png,wasm,webmanifest}'],
        maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
        // 14 MB that only a model needs: the worker of inferences keeps it when one is first used.
        globIgnores: ['**/ort-wasm-*.wasm'],
      },
      devOptions: { enabled: true, type: 'module' },
    }),
    preloadStart(),
    writeVersionFile(),
    writeCompressed(),
  ],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The content security policy allows no data: fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // What main.tsx loads after the language is an entry as well: so it is grouped and loaded as one (`preloadStart`).
      input: ['index.html', 'purge.html', START],
      output: {
        // A few files instead of a hundred: the service worker fetches one after the other, and the app is safe offline only with the
        // last of them. What the first page does not need is in none that it loads: tests/support/first-load.ts holds the sum.
        codeSplitting: {
          groups: [
            // Loaded before the app, so nothing of the app is in them.
            { name: 'style', test: /@mantine\/.*\.css$|\/theme\/global\.css$/, priority: 5 },
            { name: 'language', test: /\/src\/language\/(?!de\b)[^/]+\.ts$|intl-messageformat|@formatjs|preload-helper/, priority: 4 },
            { name: 'first-packages', tags: ['$initial'], test: /node_modules/, priority: 3 },
            // Without what begins each of the two pages: a file that both load would begin both in each.
            {
              name: 'app',
              tags: ['$initial'],
              test: /^(?!.*(\/src\/app\/((main|start)\.tsx|purge\/main\.ts)|\.html(\?.*)?)$)/,
              priority: 2,
            },
            { name: 'packages', test: /node_modules/, minShareCount: 2, priority: 1 },
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': toServer,
      '/services': { ...toServer, ws: true },
      '/upload/': toServer,
    },
  },
});

/** The page fetches the app and its styles beside its first script, not after it. */
function preloadStart(): Plugin {
  return {
    name: 'lightship:preload-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { path, bundle = {} }) {
        if (path !== '/index.html') return [];
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const start = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(START) === true);
        if (start === undefined) throw new Error(`${START} is not in the build`);
        const first = chunks.filter((chunk) => chunk === start || start.imports.includes(chunk.fileName));
        const styles = new Set(first.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
        const link = (rel: string, file: string) => ({
          tag: 'link',
          attrs: { rel, crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        });
        return [...first.map(({ fileName }) => link('modulepreload', fileName)), ...[...styles].map((file) => link('stylesheet', file))];
      },
    },
  };
}

/** CALL-006: `{version}` of the package and of every byte that was built, service worker included; it differs when the build differs. */
function writeVersionFile(): Plugin {
  return afterBuild('lightship:version-file', async (outDir) => {
    const hash = createHash('sha256');
    const names = (await filesIn(outDir)).filter((name) => name !== resolve(outDir, 'version.json'));
    for (const name of names) hash.update(name.slice(outDir.length)).update(await readFile(name));
    await writeFile(resolve(outDir, 'version.json'), JSON.stringify({ version: `${version}+${hash.digest('hex').slice(0, 12)}` }));
  });
}

/**
 * Beside each file that shrinks, the same in brotli and in gzip, for the server to send (src/server/routes/http/static-page.ts). Brotli's two best
 * levels take six seconds of a start for a tenth of the bytes.
 */
function writeCompressed(): Plugin {
  const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];
  const shrinks = /\.(html|js|css|svg|wasm|webmanifest)$/;
  return afterBuild('lightship:compressed', async (outDir) => {
    const write = async (name: string) => {
      const bytes = await readFile(name);
      const made = await Promise.all([
        brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } }),
        zip(bytes, { level: 9 }),
      ]);
      if (made.some(({ byteLength }) => byteLength >= bytes.byteLength)) return;
      await Promise.all([writeFile(`${name}.br`, made[0]), writeFile(`${name}.gz`, made[1])]);
    };
    await Promise.all((await filesIn(outDir)).filter((name) => shrinks.test(name)).map(write));
  });
}

/** After vite-plugin-pwa has written sw.js, and in the order in which the plugins stand. */
function afterBuild(name: string, handler: (outDir: string) => Promise<void>): Plugin {
  let outDir = 'dist';
  return {
    name,
    apply: 'build',
    configResolved: (config) => void (outDir = resolve(config.root, config.build.outDir)),
    closeBundle: { order: 'post', sequential: true, handler: () => handler(outDir) },
  };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => resolve(entry.parentPath, entry.name))
    .toSorted();
}
