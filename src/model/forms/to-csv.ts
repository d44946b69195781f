import type { AnswerContent, FormDefinition, FormField, FormItem, FormValue, FormVersion } from '#contract/forms.ts';
import { cellToCsv } from '#model/csv-cell.ts';
import { fieldsOf, shownValues } from './fields.ts';
import { valueText } from './value-text.ts';

type Cell = string | number | null | undefined;

export interface ExportedAnswer extends AnswerContent {
  uuid: string;
  form: string;
  number: number;
  read: string | null;
  user: { name: string } | null;
  created_at: string | null;
  updated_at: string | null;
}

const COLUMNS = ['study', 'form', 'version', 'state', 'author', 'read', 'created_utc', 'updated_utc', 'answer'];
const ITEM_COLUMNS = ['item', 'item_number', 'series', 'slice', 'sop_instance_uid', 'frame', 'point', 'item_uuid'];

/**
 * A row for each lesion, series and slice with the values of its study; a row for a study without any. A column for each field of any version, by its key,
 * with its unit; one more for the code where a value can have one. Slices and frames count from 1.
 */
export function answersToCsv(answers: readonly { study: string; answer: ExportedAnswer }[], versions: readonly FormVersion[]): string {
  const columns = new Map(
    versions
      .flatMap(({ definition }) => definition.sections.flatMap(({ fields }) => fields))
      .flatMap((field) => columnsOf(field).map((column) => [column.name, column] as const)),
  );
  const rows = answers.flatMap(({ study, answer }) => {
    const version = versions.find(({ form, number }) => form === answer.form && number === answer.number);
    if (version === undefined) return [];
    const { number, state, user, read, created_at, updated_at, uuid } = answer;
    const head: Cell[] = [study, version.title, number, state, user?.name, read, created_at, updated_at, uuid];
    return (answer.items.length === 0 ? [null] : answer.items).map((item) => {
      const cells = cellsOf(version.definition, answer, item);
      return [...head, ...placeCells(item), ...[...columns.keys()].map((name) => cells.get(name))];
    });
  });
  // The byte order mark tells a spreadsheet that it is UTF-8. Lines as in RFC 4180.
  return `\uFEFF${[[...COLUMNS, ...ITEM_COLUMNS, ...columns.keys()], ...rows].map((cells) => `${cells.map(cellToCsv).join(',')}\r\n`).join('')}`;
}

interface Column {
  name: string;
  cell(value: FormValue): Cell;
}

/** Two fields of one key are one column: in all versions of a form it is the same field. */
function columnsOf(field: FormField): Column[] {
  const name = field.kind === 'number' && field.unit !== '' ? `${field.key} (${field.unit})` : field.key;
  const text: Column = { name, cell: (value) => (value.kind === 'number' ? value.number : valueText(field, value)) };
  const hasCodes = field.kind === 'code' || (field.kind === 'choice' && field.options.some(({ code }) => code !== null));
  return hasCodes ? [text, { name: `${field.key}_code`, cell: (value) => codesOf(field, value).join(' ') }] : [text];
}

function codesOf(field: FormField, value: FormValue): string[] {
  if (value.kind === 'code') return [`${value.code.scheme}:${value.code.value}`];
  if (value.kind !== 'choice' || field.kind !== 'choice') return [];
  return value.options.flatMap((key) => {
    const code = field.options.find((option) => option.key === key)?.code;
    return code ? [`${code.scheme}:${code.value}`] : [];
  });
}

/** By the names of their columns: those of the study, and of the item. */
function cellsOf(definition: FormDefinition, { values }: AnswerContent, item: FormItem | null): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  const add = (fields: readonly FormField[], own: AnswerContent['values']): void => {
    const shown = shownValues(fields, own, values);
    for (const field of fields) {
      const value = shown[field.key];
      if (value !== undefined) for (const { name, cell } of columnsOf(field)) cells.set(name, cell(value));
    }
  };
  add(fieldsOf(definition, 'study'), values);
  if (item !== null) add(fieldsOf(definition, item.scope), item.values);
  return cells;
}

function placeCells(item: FormItem | null): Cell[] {
  const place = item?.place ?? null;
  const slice = place?.slice ?? null;
  return [
    ...[item?.scope, item?.number, place?.series, slice && slice.number + 1, slice?.sop, slice && slice.frame + 1],
    ...[slice?.point?.join(':'), item?.uuid],
  ];
}
