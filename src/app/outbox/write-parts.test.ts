import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { partOf } from './write-parts.ts';

const HERON = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02';
const TERN = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c03';
const LABEL = { id: 7, label_id: 7, name: 'Second reader', color: '#3E7CB1' };
const PROJECT = { id: 3, value: 3, name: 'P', text: 'P', inCategory: false, state_code: 'created' as const, state_name: 'Created' };

/** Two pages of a list with the same study, its panel, and the lists of labels and projects, of one team. */
function screen() {
  const client = new QueryClient();
  const study = (uuid: string) => ({ uuid, labels: [], projects: [] });
  client.setQueryData(['studies', 'north', { page: 1 }], { data: [study(HERON), study(TERN)], total: 2 });
  client.setQueryData(['studies', 'north', { page: 1, search: 'heron' }], { data: [study(HERON)], total: 1 });
  client.setQueryData(['study', 'north', HERON], study(HERON));
  client.setQueryData(['labels', 'north'], [LABEL]);
  client.setQueryData(['projects', 'north', HERON], [PROJECT]);
  const names = (field: 'labels' | 'projects') => {
    const of = (one: Record<typeof field, { name: string }[]>) => one[field].map(({ name }) => name);
    const lists = client.getQueriesData<{ data: Record<typeof field, { name: string }[]>[] }>({ queryKey: ['studies', 'north'] });
    const panel = client.getQueryData<Record<typeof field, { name: string }[]>>(['study', 'north', HERON]);
    return [...lists.map(([, list]) => list?.data.map(of)), panel && of(panel)];
  };
  return { shown: { client, team: 'north' }, names, client };
}

describe('after the server confirmed a change', () => {
  it('of a label, the study has it on every page and in its panel, and no other study changes', () => {
    const { shown, names } = screen();
    const write = { kind: 'study-label', study: HERON, label: 7, on: true } as const;
    partOf(write).show(shown, write);
    expect(names('labels')).toEqual([[['Second reader'], []], [['Second reader']], ['Second reader']]);
    const back = { ...write, on: false };
    partOf(back).show(shown, back);
    expect(names('labels')).toEqual([[[], []], [[]], []]);
  });

  it('of a project, the study belongs to it, and its list shows that', () => {
    const { shown, names, client } = screen();
    const write = { kind: 'study-project', study: HERON, project: 3, on: true } as const;
    partOf(write).show(shown, write);
    expect(names('projects')).toEqual([[['P'], []], [['P']], ['P']]);
    expect(client.getQueryData(['projects', 'north', HERON])).toEqual([{ ...PROJECT, inCategory: true }]);
  });

  it('data that was never loaded stays unloaded', () => {
    const client = new QueryClient();
    const write = { kind: 'study-label', study: HERON, label: 7, on: true } as const;
    partOf(write).show({ client, team: 'north' }, write);
    expect(
      client
        .getQueryCache()
        .getAll()
        .filter(({ state }) => state.data !== undefined),
    ).toEqual([]);
  });
});

it('a refusal is explained in words that fit what was refused', () => {
  const refused = (code: 'not_found' | 'project_started', status: number, message: string) =>
    ({ kind: 'refused', status, code, message }) as const;
  const label = { kind: 'study-label', study: HERON, label: 7, on: true } as const;
  const project = { kind: 'study-project', study: HERON, project: 3, on: false } as const;
  expect(partOf(label).refusedText(refused('not_found', 404, ''), label, 0)).toMatch(/^The label or the study is no longer there/);
  expect(partOf(project).refusedText(refused('not_found', 404, ''), project, 0)).toMatch(/^The project or the study is no longer there/);
  const locked = 'This project cannot be removed because it has already been started';
  expect(partOf(project).refusedText(refused('project_started', 409, locked), project, 0)).toBe(locked);
});
