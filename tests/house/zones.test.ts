import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OXLINT = join(ROOT, 'node_modules/.bin/oxlint');

/** For each folder: what it may import, what it may not, and words of the refusal. docs/decisions/001-folders.md is the table in prose. */
const ZONES: { folder: string; allowed: string[]; refused: string[]; message: string }[] = [
  {
    folder: 'src/contract',
    allowed: ['#language/t.ts', 'zod', './other.ts'],
    refused: ['#model/studies/study.ts', 'node:fs', 'react', 'dexie'],
    message: 'imports zod and nothing else',
  },
  {
    folder: 'src/language',
    allowed: ['intl-messageformat', './other.ts'],
    refused: ['#contract/limits.ts', '#ui/format.ts', 'react', 'node:fs'],
    message: 'imports intl-messageformat and nothing else',
  },
  {
    folder: 'src/model',
    allowed: ['#language/t.ts', '#contract/limits.ts', './other.ts'],
    refused: ['#imaging/dicom/header/read-header.ts', '#localdb/schema.ts', 'zod', 'node:crypto', 'react'],
    message: 'imports src/contract only',
  },
  {
    folder: 'src/imaging',
    allowed: [
      '#language/t.ts',
      '#model/studies/study.ts',
      '#imaging/byte-source.ts',
      'dicom-parser',
      'hash-wasm',
      '@cornerstonejs/codec-charls/decodewasmjs',
    ],
    refused: ['#contract/limits.ts', '#localdb/schema.ts', 'node:zlib', 'dexie', 'comlink'],
    message: 'model, decoders and hash-wasm only',
  },
  {
    folder: 'src/localdb',
    allowed: ['#model/studies/study.ts', '#contract/limits.ts', 'dexie', 'dexie-react-hooks', 'fflate', 'react'],
    refused: [
      '#transfer/engine.ts',
      '#api/call-api.ts',
      '#imaging/byte-source.ts',
      '#workers/intake/handle.ts',
      '@mantine/core',
      'node:fs',
    ],
    message: 'model, contract, Dexie and fflate only',
  },
  {
    folder: 'src/transfer',
    allowed: ['#language/t.ts', '#model/studies/study.ts', '#contract/chunk.ts'],
    refused: ['#localdb/schema.ts', '#api/call-api.ts', 'dexie', 'ky', 'node:crypto', '#sync/outbox.ts'],
    message: 'speaks to ports that it declares',
  },
  {
    folder: 'src/sync',
    allowed: ['#model/studies/study.ts', '#contract/chunk.ts'],
    refused: ['#localdb/schema.ts', '#api/call-api.ts', 'dexie', '#transfer/engine.ts'],
    message: 'speaks to ports that it declares',
  },
  {
    folder: 'src/api',
    allowed: ['#contract/calls.ts', 'ky', 'socket.io-client', 'idb-keyval'],
    refused: [
      '#model/studies/study.ts',
      '#localdb/schema.ts',
      'react',
      '@tanstack/react-query',
      'node:http',
      '#server/config/load-config.ts',
    ],
    message: 'src/api knows URLs',
  },
  {
    folder: 'src/workers/intake',
    allowed: [
      '#imaging/byte-source.ts',
      '#localdb/schema.ts',
      '#transfer/engine.ts',
      '#api/call-api.ts',
      '#sync/outbox.ts',
      '#workers/codec-files.ts',
      '#workers/masks/study-masks.ts',
      '#workers/voxels/types.ts',
      'comlink',
    ],
    refused: ['#workers/preview/handle.ts', '#ui/Page.tsx', '#features/upload/UploadPage.tsx', '#app/root.tsx', '@mantine/core', 'node:fs'],
    message: 'never another worker',
  },
  {
    folder: 'src/ui',
    allowed: ['react', '@mantine/core', '@tabler/icons-react', '#ui/Page.tsx'],
    refused: [
      '#model/studies/study.ts',
      '#contract/calls.ts',
      '#api/call-api.ts',
      '#features/team/TeamPage.tsx',
      'dexie',
      '@tanstack/react-query',
      'ky',
    ],
    message: 'knows neither study nor server',
  },
  ...[
    'account',
    'administration',
    'ai-infers',
    'files',
    'flows',
    'pipelines',
    'ai-models',
    'ai-trainings',
    'ai-workers',
    'api-users',
    'annotator',
    'campaigns',
    'dashboard',
    'datasets',
    'forms',
    'device',
    'favorites',
    'history',
    'install',
    'kept-aside',
    'labels',
    'legacy-upload',
    'logs',
    'notifications',
    'projects',
    'prompts',
    'roles',
    'site',
    'segmentations',
    'structures',
    'tasks',
    'studies',
    'team',
    'transfer-functions',
    'upload',
    'viewer',
  ].map((feature) => ({
    folder: `src/features/${feature}`,
    allowed: [
      `#features/${feature}/texts.ts`,
      '#ui/Page.tsx',
      '#workers/intake/handle.ts',
      '#localdb/schema.ts',
      '@tanstack/react-query',
      './Row.tsx',
    ],
    refused: [
      `#features/${feature === 'upload' ? 'studies' : 'upload'}/texts.ts`,
      '#app/root.tsx',
      '#imaging/byte-source.ts',
      '#workers/intake/intake.ts',
      '#server/config/load-config.ts',
      'ky',
      'node:fs',
    ],
    message: 'two features meet in src/app',
  })),
  {
    folder: 'src/app',
    allowed: ['#features/upload/UploadPage.tsx', '#workers/transfer/handle.ts', 'workbox-window', '@fontsource-variable/ibm-plex-sans'],
    refused: ['#server/config/load-config.ts', '#imaging/byte-source.ts', '#workers/intake/intake.ts', 'node:fs', 'fastify'],
    message: 'src/app joins the page',
  },
  {
    folder: 'sw',
    allowed: ['#transfer/engine.ts', '#localdb/schema.ts', '#api/call-api.ts', '#imaging/archive/inflate.ts', 'workbox-precaching'],
    refused: ['#imaging/dicom/header/read-header.ts', '#features/upload/texts.ts', '#workers/intake/handle.ts', 'react', 'comlink'],
    message: 'decides and wires',
  },
  {
    folder: 'src/server/routes',
    allowed: ['#language/t.ts', '#server/rules/uploads/uploads.ts', '#contract/calls.ts', 'fastify', '@fastify/cookie'],
    refused: ['#server/db/open-database.ts', '#server/storage/local-disk.ts', '#model/studies/study.ts', 'kysely', 'better-sqlite3'],
    message: 'HTTP only',
  },
  {
    folder: 'src/server/audit',
    allowed: [
      '#contract/logs.ts',
      '#server/db/database.ts',
      '#server/db/dialect.ts',
      '#server/db/audit-triggers.ts',
      '#server/rules/context.ts',
      '#model/csv-cell.ts',
      'kysely',
      'node:crypto',
    ],
    refused: [
      '#server/rules/uploads/uploads.ts',
      '#server/routes/handlers.ts',
      '#server/db/open-database.ts',
      '#model/studies/study.ts',
      'fastify',
      'node:fs',
    ],
    message: 'no rule and no HTTP',
  },
  {
    folder: 'src/server/rules',
    allowed: [
      '#language/t.ts',
      '#server/db/database.ts',
      '#server/storage/object-store.ts',
      '#imaging/byte-source.ts',
      '#model/studies/study.ts',
      'kysely',
      'node:crypto',
    ],
    refused: [
      '#server/db/open-database.ts',
      '#server/storage/local-disk.ts',
      '#server/routes/handlers.ts',
      'fastify',
      'node:fs',
      'node:http',
      'pg',
    ],
    message: 'no adapter, no HTTP, no disk',
  },
  ...[
    ['db', 'better-sqlite3', 'socket.io'],
    ['storage', 'node:fs/promises', 'kysely'],
    ['jobs', 'kysely', 'pg'],
    ['conversion', '@niivue/dcm2niix', 'kysely'],
    ['label-maps', '#imaging/mask/replay/replay.ts', 'kysely'],
    ['reading', '#imaging/dicom/header/read-header.ts', 'kysely'],
    ['recognition', '#imaging/recognise/recognise.ts', 'kysely'],
    ['archives', 'node-unrar-js/dist/js/unrar.singleton.js', 'kysely'],
    ['realtime', 'socket.io', 'kysely'],
    ['mail', 'nodemailer', 'kysely'],
  ].map(([adapter, own, foreign]) => ({
    folder: `src/server/${adapter}`,
    allowed: [own!, '#model/studies/study.ts', '#server/rules/context.ts', '#server/db/database.ts'],
    refused: ['#server/rules/uploads/uploads.ts', '#server/routes/handlers.ts', '#localdb/schema.ts', 'fastify', foreign!],
    message: 'the ports it fulfils',
  })),
  {
    folder: 'src/server/config',
    allowed: ['#contract/calls/site-calls.ts', '#model/addresses/hosts.ts', '#server/mail/smtp.ts', 'node:path'],
    refused: ['#server/rules/context.ts', '#server/db/database.ts', '#server/mail/send-mails.ts', 'fastify', 'kysely'],
    message: 'reads settings',
  },
  {
    folder: 'src/server/metrics',
    allowed: [
      '#contract/jobs.ts',
      '#server/rules/measures.ts',
      '#server/db/database.ts',
      '#server/jobs/job-queue.ts',
      'prom-client',
      'node:http',
    ],
    refused: ['#server/rules/receive/chunk.ts', '#server/routes/serve.ts', '#server/db/open-database.ts', 'fastify'],
    message: 'src/server/metrics counts',
  },
  {
    folder: 'src/server/process',
    allowed: ['#imaging/byte-source.ts', './other.ts', 'node:child_process'],
    refused: ['#server/rules/context.ts', '#server/storage/object-store.ts', '#model/studies/study.ts', 'kysely'],
    message: 'a process of its own',
  },
  {
    folder: 'src/server/ai-worker',
    allowed: [
      '#language/t.ts',
      '#server/rules/ai/workers.ts',
      '#server/inference/inference-runner.ts',
      '#server/training/trees-trainer.ts',
      'node:fs/promises',
    ],
    refused: ['#server/routes/handlers.ts', '#server/storage/object-store.ts', '#server/db/database.ts', 'kysely'],
    message: 'src/server/ai-worker does AI jobs',
  },
  {
    folder: 'src/server/inference',
    allowed: ['#imaging/inference/infer-volume.ts', '#server/process/run-in-process.ts', 'onnxruntime-node', 'node:fs'],
    refused: ['#server/rules/context.ts', '#server/storage/object-store.ts', 'onnxruntime-web', 'kysely'],
    message: 'src/server/inference runs models',
  },
  {
    folder: 'src/server/registration',
    allowed: ['#imaging/registration/register-volumes.ts', '#server/process/run-in-process.ts', 'node:fs/promises'],
    refused: ['#server/rules/context.ts', '#server/storage/object-store.ts', '#server/db/database.ts', 'kysely'],
    message: 'src/server/registration registers',
  },
  {
    folder: 'src/server/training',
    allowed: [
      '#language/t.ts',
      '#imaging/trees/forest.ts',
      '#server/process/run-in-process.ts',
      '#contract/ai/manifest.ts',
      'node:fs/promises',
    ],
    refused: ['#server/rules/context.ts', '#server/storage/object-store.ts', '#server/db/database.ts', 'kysely'],
    message: 'src/server/training trains',
  },
  {
    folder: 'src/server/backup',
    allowed: ['#server/db/open-database.ts', '#server/storage/open-objects.ts', '#server/audit/verify.ts', 'zod', 'node:fs'],
    refused: [
      '#server/rules/context.ts',
      '#server/routes/handlers.ts',
      '#server/audit/trail.ts',
      '#model/studies/study.ts',
      'fastify',
      'pg',
    ],
    message: 'copies databases and stores',
  },
  {
    folder: 'src/server',
    allowed: ['#server/db/open-database.ts', '#server/routes/serve.ts', 'fastify', 'node:http'],
    refused: ['#localdb/schema.ts', '#api/call-api.ts', '#app/root.tsx', 'react', 'vite'],
    message: 'shares contract, model and imaging',
  },
  {
    folder: 'src/commands',
    allowed: ['#server/main.ts', '#server/config/load-config.ts', '#server/backup/back-up.ts', 'node:fs', 'vite'],
    refused: ['#server/db/open-database.ts', '#model/studies/study.ts', '#api/call-api.ts', 'react'],
    message: 'A command starts',
  },
  { folder: 'tests/house', allowed: ['#server/db/open-database.ts', '#tests/support/server.ts', 'vitest'], refused: [], message: '' },
];

/** Ways around a rule on names; each must be refused in every folder. */
const PARENTS = ['../elsewhere.ts', '../../elsewhere.ts', './../elsewhere.ts', './below/../../elsewhere.ts', '..'];

interface Refusal {
  file: string;
  source: string;
  help: string;
}

let planted: string;
let refusals: Refusal[];

beforeAll(async () => {
  planted = await mkdtemp(join(tmpdir(), 'lightship-zones-'));
  for (const { folder, allowed, refused } of ZONES) {
    const sources = [...allowed, ...refused, ...PARENTS];
    await plant(`${folder}/planted.ts`, sources.map((source, n) => `export { x as x${n} } from '${source}';\n`).join(''));
  }
  await plant(
    'src/model/forms.ts',
    [
      `import type { A } from '#server/a.ts';`,
      `import { b } from '#server/b.ts';`,
      `export * from '#server/c.ts';`,
      `export const d = () => import('#server/d.ts');`,
      `export const e = (a: A) => b(a);\n`,
    ].join('\n'),
  );
  refusals = await lint(planted);
});

afterAll(() => rm(planted, { recursive: true, force: true }));

describe.each(ZONES)('$folder', ({ folder, allowed, refused, message }) => {
  const refusedHere = () => refusals.filter((refusal) => refusal.file === `${folder}/planted.ts`);

  it('imports what the architecture allows', () => {
    const refusedSources = refusedHere().map((refusal) => refusal.source);
    expect(allowed.filter((source) => refusedSources.includes(source))).toEqual([]);
  });

  it.runIf(refused.length > 0).each(refused)('is refused %s, with the reason', (source) => {
    expect(refusedHere().find((refusal) => refusal.source === source)?.help).toContain(message);
  });

  it('names folders instead of using ../', () => {
    for (const source of PARENTS) expect(refusedHere().filter((refusal) => refusal.source === source)).not.toEqual([]);
  });
});

it('a type, a re-export and a dynamic import are refused like an import', () => {
  const sources = refusals.filter((refusal) => refusal.file === 'src/model/forms.ts').map((refusal) => refusal.source);
  expect(sources.toSorted()).toEqual(['#server/a.ts', '#server/b.ts', '#server/c.ts', '#server/d.ts']);
});

it('every folder with code has a zone', async () => {
  const folders = [
    ...(await foldersOf('src')).filter((folder) => !['src/features', 'src/workers'].includes(folder)),
    ...(await foldersOf('src/features')),
    ...(await foldersOf('src/server')),
  ];
  expect(folders.filter((folder) => !ZONES.some((zone) => zone.folder === folder))).toEqual([]);
});

async function plant(path: string, text: string): Promise<void> {
  const file = join(planted, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function foldersOf(parent: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, parent), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => `${parent}/${entry.name}`);
}

/** The house's own configuration on other files: its patterns begin with `**`, so that they hold in any folder. */
function lint(folder: string): Promise<Refusal[]> {
  const args = ['-c', join(ROOT, 'config/oxlint.json'), '-f', 'json', '--no-ignore', '.'];
  return new Promise((resolve, reject) => {
    // oxlint ends with 1 because there are refusals; no report at all is the fault.
    execFile(OXLINT, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
      if (stdout === '') return reject(error ?? new Error('oxlint said nothing'));
      const report = JSON.parse(stdout) as { diagnostics: { code: string; message: string; help: string; filename: string }[] };
      resolve(
        report.diagnostics
          .filter(({ code }) => code.includes('no-restricted-imports'))
          .map(({ message, help, filename }) => ({ file: filename, source: /'([^']+)'/.exec(message)?.[1] ?? '', help: help ?? '' })),
      );
    });
  });
}
