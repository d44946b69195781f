import { describe, expect, it } from 'vitest';
import { PROJECT_STATE_NAMES, type ProjectState } from '#contract/projects.ts';
import type { OutboxWrite } from '#localdb/schema.ts';
import { lockOf, shownProjects, withProjectWrite } from './project-writes.ts';
import type { Project } from './use-projects.ts';

const UUID = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02';
const project = (id: number, state_code: ProjectState = 'created', inCategory = false): Project => ({
  id,
  value: id,
  name: `P${id}`,
  text: `P${id}`,
  inCategory,
  state_code,
  state_name: PROJECT_STATE_NAMES[state_code],
});
const write = (project: number, on: boolean, study = UUID): OutboxWrite & { kind: 'study-project' } => ({
  kind: 'study-project',
  study,
  project,
  on,
});

describe('the projects of a study', () => {
  it('are pending only while the server has not confirmed a change', () => {
    const other = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c03';
    const projects = [project(1), project(2, 'created', true), project(3), project(4, 'created', true)];
    const shown = shownProjects(UUID, projects, [write(1, true), write(2, false), write(3, true, other), write(4, true)]);
    expect(shown.map(({ id, inCategory, isWaiting }) => [id, inCategory, isWaiting])).toEqual([
      [1, true, true],
      [2, false, true],
      [3, false, false],
      [4, true, false],
    ]);
  });

  it('are unchanged when the same change is applied twice', () => {
    const once = withProjectWrite({ projects: [] }, write(1, true), [project(1)]);
    expect(once.projects).toEqual([{ id: 1, name: 'P1', state_code: 'created' }]);
    expect(withProjectWrite(once, write(1, true), [project(1)])).toEqual(once);
    expect(withProjectWrite(once, write(1, false), [project(1)]).projects).toEqual([]);
  });

  it('are not invented when the server does not send them', () => {
    const study: { projects?: { id: number; name: string; state_code: ProjectState }[] } = {};
    expect(withProjectWrite(study, write(1, true), [project(1)])).toBe(study);
  });
});

it.each([
  ['created', false, null],
  ['created', true, null],
  ['in_progress', true, 'This project cannot be removed because it has already been started'],
  ['finished', true, 'This project cannot be removed because it has already been started'],
  ['in_progress', false, 'No studies can be added to this project because it has already been started'],
  ['finished', false, 'No studies can be added to this project because it has already been started'],
] as const)('a project that is %s and has the study %s is locked by: %s', (state_code, inCategory, lock) => {
  expect(lockOf({ state_code, inCategory })).toBe(lock);
});
