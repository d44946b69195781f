import { readFileSync, globSync } from 'node:fs';
import { relative } from 'node:path';
import { parseSync } from 'vite';
import { CHECKOUT } from '#commands/checkout.ts';

/** What the source says about the texts of the page. */
export interface SourceTexts {
  /** English texts, and where each is used: `src/ui/format.ts:18`. */
  used: Map<string, string[]>;
  /** Calls of `t` whose text is not written out, so that nobody can translate it. */
  unreadable: string[];
  /** Words that a page shows as they stand. */
  untranslated: string[];
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Attributes whose value a person reads or hears. */
const READ = new Set(['label', 'title', 'aria-label', 'placeholder', 'description', 'alt', 'aria-description', 'aria-valuetext']);
/** The name of the product is the same in every language. */
const isWord = (text: string): boolean => /\p{L}{2}/u.test(text) && text !== 'Lightship';

/** Reads the source of the product, as it is in the checkout. */
export function readSourceTexts(root = CHECKOUT): SourceTexts {
  const texts: SourceTexts = { used: new Map(), unreadable: [], untranslated: [] };
  const paths = globSync(['src/**/*.ts', 'src/**/*.tsx', 'sw/**/*.ts'], {
    cwd: root,
    exclude: ['src/language/*', 'src/**/*.test.ts', 'src/**/*.test.tsx'],
  });
  for (const path of paths.toSorted()) readFile(relative(root, `${root}/${path}`), readFileSync(`${root}/${path}`, 'utf8'), texts);
  return texts;
}

/** One file, whose texts are added to `texts`. */
export function readFile(path: string, code: string, { used, unreadable, untranslated }: SourceTexts): void {
  const place = ({ start }: Node): string => `${path}:${code.slice(0, start).split('\n').length}`;
  visit(parseSync(path, code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).program as unknown as Node);

  function visit(node: Node): void {
    if (node.type === 'CallExpression') readCall(node);
    if (node.type === 'JSXText' && isWord(node['value'] as string)) untranslated.push(place(node));
    if (node.type === 'JSXAttribute') readAttribute(node);
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) for (const one of child) if (isNode(one)) visit(one);
      if (isNode(child)) visit(child);
    }
  }

  function readCall(node: Node): void {
    const name = (node['callee'] as { name?: string }).name ?? '';
    if (!['t', 'marked', 'inContext'].includes(name)) return;
    const words = (node['arguments'] as Node[]).slice(0, name === 'inContext' ? 2 : 1).map(literal);
    if (words.some((word) => word === null)) return void unreadable.push(place(node));
    const key = name === 'inContext' ? `${words[1]} [${words[0]}]` : words[0]!;
    used.set(key, [...(used.get(key) ?? []), place(node)]);
  }

  function readAttribute(node: Node): void {
    const value = node['value'] as Node | null;
    if (!READ.has((node['name'] as { name: string }).name) || value?.type !== 'Literal') return;
    if (isWord(String(value['value']))) untranslated.push(place(node));
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The value of a string that is written out, also in several parts; null for anything else. */
function literal(node: Node): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null;
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return null;
  const [left, right] = [literal(node['left'] as Node), literal(node['right'] as Node)];
  return left === null || right === null ? null : left + right;
}
