import { FINDING_CODES } from '#contract/quality.ts';
import type { StudyFilterName, StudyFilters } from '#contract/study-filters.ts';
import { FINDING_NAMES } from '#model/quality/finding-words.ts';
import type { Choice } from '#ui/lists/ChoiceList.tsx';
import { valueText, type FilterField } from '#ui/lists/filter-field.ts';
import { STATE_TEXTS, TEXTS, theFilterText } from '#features/studies/texts.ts';
import type { Folder } from '#contract/folders.ts';

/** From other features; null if the user may not filter by it. */
export type StudyFilterChoices = Record<'filter_id' | 'project' | 'dataset' | 'modality' | 'body_part' | 'user', readonly Choice[] | null>;

type Changes = { [K in keyof StudyFilters]: StudyFilters[K] | null };

const NUMBERS = ['filter_id', 'project', 'dataset', 'folder', 'user', 'bupload_id'] as const;

/** The filters of the studies list as fields. Search and order have controls of their own. */
export function studyFilterFields(
  filters: StudyFilters,
  choices: StudyFilterChoices & { folder: readonly Folder[] },
  onChange: (changes: Changes) => void,
): FilterField[] {
  const states = Object.entries(STATE_TEXTS).map(([value, label]) => ({ value, label }));
  const findings = [{ value: 'any', label: TEXTS.anyFinding }, ...FINDING_CODES.map((value) => ({ value, label: FINDING_NAMES[value] }))];
  const folders = choices.folder.map(({ id, name }) => ({ value: String(id), label: name }));
  const lists: [keyof StudyFilters & string, readonly Choice[] | null][] = [
    ['modality', choices.modality],
    ['body_part', choices.body_part],
    ['filter_id', choices.filter_id],
    ['project', choices.project],
    ['folder', folders],
    ['dataset', choices.dataset],
    ['segmented', [{ value: '1', label: TEXTS.yes }]],
    ['finding', findings],
    ['state', states],
    ['user', choices.user],
  ];
  const field = (key: keyof StudyFilters & string, kind: FilterField['kind'], list: readonly Choice[] = []): FilterField => ({
    ...{ key, kind, label: TEXTS.fields[key as keyof typeof TEXTS.fields], choices: list },
    value: shownValue(key, filters[key]),
    onChange: (value) => onChange({ [key]: value === null ? null : sentValue(key, value) } as Changes),
  });
  return [
    ...lists.flatMap(([key, list]) => (list === null && filters[key] === undefined ? [] : [field(key, 'choice', list ?? [])])),
    field('date_from', 'date'),
    field('date_to', 'date'),
    field('patient', 'link'),
    field('bupload_id', 'link'),
  ];
}

/** `the modality MR`. */
export function filterInWords(name: StudyFilterName, filters: StudyFilters, fields: readonly FilterField[]): string {
  const field = fields.find(({ key }) => key === name);
  const shown = field === undefined ? '' : valueText(field);
  return theFilterText(name, name === 'search' ? (filters.search ?? '') : shown);
}

/** Dates are `YYYY-MM-DD` in fields and `YYYYMMDD` on the wire (PS3.5 6.2, DA). */
function shownValue(key: string, value: string | number | undefined): string | null {
  if (value === undefined) return null;
  return key.startsWith('date_') ? String(value).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') : String(value);
}

function sentValue(key: string, value: string): string | number {
  if ((NUMBERS as readonly string[]).includes(key)) return Number(value);
  return key.startsWith('date_') ? value.replaceAll('-', '') : value;
}
