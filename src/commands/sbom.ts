/** The part of package-lock.json (version 3) that is read here. */
export interface Lock {
  packages: Record<string, LockEntry>;
}
interface LockEntry {
  name?: string;
  version?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

interface Component {
  type: 'library';
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  /** `excluded`: used only for building and testing. */
  scope: 'required' | 'optional' | 'excluded';
  hashes: { alg: 'SHA-512'; content: string }[];
  licenses: ({ expression: string } | { license: { name: string } })[];
}

/**
 * The software bill of materials as CycloneDX 1.6: every package in the lock file with its hash, licence and dependencies. Created only from the
 * lock file, so the same lock gives the same bytes on every machine.
 */
export function lockToSbom(lock: Lock): object {
  const root = lock.packages[''];
  if (root?.name === undefined || root.version === undefined) throw new Error('package-lock.json has no root package');
  const paths = Object.keys(lock.packages).filter((path) => path !== '');
  const refByPath = new Map(paths.map((path) => [path, purlOf(nameOf(path, lock.packages[path]!), lock.packages[path]!)]));
  const components = new Map<string, Component>();
  const needs = new Map<string, Set<string>>();
  for (const path of paths) {
    const entry = lock.packages[path]!;
    const component = toComponent(nameOf(path, entry), entry);
    const known = components.get(component.purl);
    // A package in two places is listed once, with the stronger scope.
    if (known === undefined || SCOPES.indexOf(component.scope) < SCOPES.indexOf(known.scope)) components.set(component.purl, component);
    const own = needs.get(component.purl) ?? new Set<string>();
    for (const name of namesNeeded(entry)) {
      const found = resolve(path, name, refByPath);
      if (found !== null) own.add(found);
    }
    needs.set(component.purl, own);
  }
  const rootRef = purlOf(root.name, root);
  const direct = namesNeeded(root, root.devDependencies);
  needs.set(rootRef, new Set(direct.flatMap((name) => resolve('', name, refByPath) ?? [])));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': rootRef, name: root.name, version: root.version, purl: rootRef } },
    components: [...components.values()].toSorted((one, other) => (one.purl < other.purl ? -1 : 1)),
    dependencies: [...needs]
      .map(([ref, on]) => ({ ref, dependsOn: [...on].toSorted() }))
      .toSorted((one, other) => (one.ref < other.ref ? -1 : 1)),
  };
}

const SCOPES = ['required', 'optional', 'excluded'] as const;

function toComponent(name: string, entry: LockEntry): Component {
  const purl = purlOf(name, entry);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version: entry.version ?? '',
    purl,
    scope: entry.dev === true ? 'excluded' : entry.optional === true ? 'optional' : 'required',
    hashes: hashesOf(entry),
    licenses: licensesOf(entry),
  };
}

/** An alias gets the name of its target. */
function nameOf(path: string, { name }: LockEntry): string {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** https://github.com/package-url/purl-spec: the @ before a scope is encoded. */
function purlOf(name: string, { version = '' }: LockEntry): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

/** Subresource integrity (base64) in the form of CycloneDX (hexadecimal). */
function hashesOf({ integrity = '' }: LockEntry): Component['hashes'] {
  return integrity
    .split(' ')
    .filter((one) => one.startsWith('sha512-'))
    .map((one) => ({ alg: 'SHA-512', content: Buffer.from(one.slice('sha512-'.length), 'base64').toString('hex') }));
}

function licensesOf({ license }: LockEntry): Component['licenses'] {
  if (license === undefined) return [];
  return /^[\w.+() -]+$/.test(license) && !/^(?:SEE LICENSE|UNLICENSED)/i.test(license)
    ? [{ expression: license }]
    : [{ license: { name: license } }];
}

function namesNeeded({ dependencies, optionalDependencies }: LockEntry, more: Record<string, string> = {}): string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies, ...more });
}

/** Resolved like Node: in the package's own node_modules, then in those of the parent folders. */
function resolve(from: string, name: string, refByPath: ReadonlyMap<string, string>): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = refByPath.get(`${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
    if (found !== undefined) return found;
    if (folder === '') return null;
  }
}
