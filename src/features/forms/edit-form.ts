import type { FieldOf, FormCode, FormDefinition, FormField, FormOption, FormScope } from '#contract/forms.ts';

/** Changes of a form as functions of it. A field or option keeps its key for good: answers name it. */

export interface FieldAt {
  section: number;
  field: number;
}

export function newField(kind: FormField['kind'], keys: ReadonlySet<string>): FormField {
  const common = { key: keyOf(kind, keys), label: 'New field', hint: '', code: null, required: true, shownWhen: null };
  switch (kind) {
    case 'choice':
      return { ...common, kind, several: false, rule: null, options: ['yes', 'no'].map((key) => ({ key, text: key, code: null })) };
    case 'number':
      return { ...common, kind, unit: 'mm', min: 0, max: null, decimals: 1 };
    case 'code':
      return { ...common, kind, codes: [{ scheme: 'SCT', value: '41216001', meaning: 'Prostate' }] };
    default:
      return { ...common, kind };
  }
}

export const keysOf = ({ sections }: FormDefinition): Set<string> =>
  new Set(sections.flatMap(({ fields }) => fields.map(({ key }) => key)));

/** A key from words, that no other has. */
export function keyOf(words: string, keys: ReadonlySet<string>): string {
  const plain = words
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 13);
  const first = plain === '' || plain === 'constructor' ? 'field' : plain;
  if (!keys.has(first)) return first;
  for (let number = 2; ; number += 1) if (!keys.has(`${first}-${number}`)) return `${first}-${number}`;
}

export function withSection({ sections }: FormDefinition, scope: FormScope, title: string): FormDefinition {
  const field = newField('choice', keysOf({ sections }));
  return { sections: [...sections, { scope, title, fields: [field] }] };
}

export function withField(definition: FormDefinition, section: number, kind: FormField['kind']): FormDefinition {
  return inSection(definition, section, (fields) => [...fields, newField(kind, keysOf(definition))]);
}

export function withFieldChanged(definition: FormDefinition, at: FieldAt, field: FormField): FormDefinition {
  return inSection(definition, at.section, (fields) => fields.with(at.field, field));
}

/** A section without fields goes with its last one. */
export function withoutField({ sections }: FormDefinition, at: FieldAt): FormDefinition {
  const left = inSection({ sections }, at.section, (fields) => fields.toSpliced(at.field, 1));
  return { sections: left.sections.filter(({ fields }) => fields.length > 0) };
}

/** Within its section, or at its ends into the next one of the same kind; null: it cannot go further. */
export function withFieldMoved(definition: FormDefinition, at: FieldAt, step: 1 | -1): { definition: FormDefinition; at: FieldAt } | null {
  const { sections } = definition;
  const { scope, fields } = sections[at.section]!;
  const field = fields[at.field]!;
  const to = at.field + step;
  if (to >= 0 && to < fields.length) {
    const moved = inSection(definition, at.section, (all) => all.toSpliced(at.field, 1).toSpliced(to, 0, field));
    return { definition: moved, at: { section: at.section, field: to } };
  }
  const next = at.section + step;
  const other = sections[next];
  if (other?.scope !== scope || fields.length === 1) return null;
  const place = step === 1 ? 0 : other.fields.length;
  const without = inSection(definition, at.section, (all) => all.toSpliced(at.field, 1));
  return { definition: inSection(without, next, (all) => all.toSpliced(place, 0, field)), at: { section: next, field: place } };
}

function inSection({ sections }: FormDefinition, at: number, change: (fields: FormField[]) => FormField[]): FormDefinition {
  return { sections: sections.map((section, index) => (index === at ? { ...section, fields: change(section.fields) } : section)) };
}

export const codeToText = ({ scheme, value, meaning }: FormCode): string => `${scheme}:${value} ${meaning}`;

/** `SCT:41216001 Prostate`; null: it is none. */
export function parseCode(text: string): FormCode | null {
  const [, scheme, value, meaning] = /^\s*([^\s:]{1,16}):(\S{1,16})\s+(\S.{0,63})$/.exec(text.trim()) ?? [];
  return scheme === undefined ? null : { scheme, value: value!, meaning: meaning!.trim() };
}

export function optionsToText(options: readonly FormOption[]): string {
  return options.map(({ text, code }) => (code === null ? text : `${text} = ${codeToText(code)}`)).join('\n');
}

/** An option of the same words keeps its key; if none was added or removed, so does the one on the same line. Null: a code is none. */
export function parseOptions(text: string, { options }: Pick<FieldOf<'choice'>, 'options'>): FormOption[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const parsed = lines.map((line) => {
    const [, words = line, code] = /^(.*?)\s+=\s+(.*)$/.exec(line) ?? [];
    return {
      text: words.trim(),
      code: code === undefined ? null : parseCode(code),
      isWrong: code !== undefined && parseCode(code) === null,
    };
  });
  if (parsed.some(({ isWrong }) => isWrong)) return null;
  const byText = new Map(options.map(({ text: words, key }) => [words, key]));
  const keys = new Set<string>();
  return parsed.map(({ text: words, code }, at) => {
    const held = byText.get(words) ?? (lines.length === options.length ? options[at]!.key : undefined);
    const key = held !== undefined && !keys.has(held) ? held : keyOf(words, new Set([...keys, ...options.map((option) => option.key)]));
    keys.add(key);
    return { key, text: words, code };
  });
}
