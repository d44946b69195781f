import { describe, expect, it, vi } from 'vitest';
import type { StudyFilters } from '#contract/study-filters.ts';
import { studyFilterFields } from './study-filter-fields.ts';

const CHOICES = {
  modality: [{ value: 'MR', label: 'MR' }],
  body_part: [{ value: 'prostate', label: 'Prostate' }],
  filter_id: [{ value: '4', label: 'urgent' }],
  project: null,
  dataset: [],
  user: [],
  folder: [{ id: 3, name: 'Round 1', studies: 2, created_by: 'eva', deletable: true }],
};

function fieldsOf(filters: StudyFilters) {
  const onChange = vi.fn();
  const fields = studyFilterFields(filters, CHOICES, onChange);
  return { fields, onChange, field: (key: string) => fields.find((each) => each.key === key)! };
}

describe('the filter fields of the study list', () => {
  it('show what is chosen, and leave out what the user may not filter by', () => {
    const { fields, field } = fieldsOf({ folder: 3, date_from: '20260131', patient: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02' });
    expect(fields.map(({ key }) => key)).not.toContain('project');
    expect([field('folder').value, field('date_from').value, field('modality').value]).toEqual(['3', '2026-01-31', null]);
    expect(field('patient').kind).toBe('link');
  });

  it('offer findings by their names, and any warning or error [QIN-15]', () => {
    const { field, onChange } = fieldsOf({ finding: 'missing-slices' });
    expect(field('finding')).toMatchObject({ label: 'Quality', value: 'missing-slices' });
    expect(field('finding').choices).toContainEqual({ value: 'any', label: 'Any warning or error' });
    expect(field('finding').choices).toContainEqual({ value: 'missing-slices', label: 'Slices are missing' });
    field('finding').onChange('any');
    expect(onChange.mock.calls).toEqual([[{ finding: 'any' }]]);
  });

  it('show a filter of an address that the user cannot choose, so that it can be removed', () => {
    expect(fieldsOf({ project: 7 }).field('project').value).toBe('7');
  });

  it('send numbers and dates as the call takes them', () => {
    const { field, onChange } = fieldsOf({});
    field('folder').onChange('3');
    field('date_to').onChange('2026-02-01');
    field('modality').onChange('MR');
    field('state').onChange(null);
    expect(onChange.mock.calls).toEqual([[{ folder: 3 }], [{ date_to: '20260201' }], [{ modality: 'MR' }], [{ state: null }]]);
  });
});
