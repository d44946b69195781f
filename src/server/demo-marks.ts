import { PROJECT_STATES, type ProjectState } from '#contract/projects.ts';
import { COLOURS } from '#model/mark-colours.ts';
import type { Member, ServerContext } from '#server/rules/context.ts';
import { createLabel, labelsOfTeam } from './rules/studies/labels.ts';
import { createProject, moveProjectOn, projectsOfTeam, saveStudyProject } from './rules/studies/projects.ts';
import { attachLabel } from './rules/studies/study-labels.ts';

/** `studies`: indexes in the demo studies of the team. */
interface DemoMark {
  name: string;
  studies: readonly number[];
}

const LABELS: readonly (DemoMark & { colour: keyof typeof COLOURS })[] = [
  { name: 'Second reader', colour: 'Blue', studies: [0, 1] },
  { name: 'Teaching file', colour: 'Green', studies: [0] },
  { name: 'Motion artefact', colour: 'Rust', studies: [2] },
];

const PROJECTS: readonly (DemoMark & { state: ProjectState })[] = [
  { name: 'Follow-up 2026', studies: [1], state: 'created' },
  { name: 'White matter lesions', studies: [0, 2], state: 'in_progress' },
  { name: 'Liver phantom', studies: [1], state: 'finished' },
];

/** Adds the missing labels and projects of a demo team to its studies, so it can be interrupted anywhere and called again. */
export async function markDemoStudies(context: ServerContext, caller: Member, studyUuids: readonly string[]): Promise<void> {
  const labels = await labelsOfTeam(context.db.read, caller.teamId);
  for (const { name, colour, studies } of LABELS) {
    const { value: color } = COLOURS[colour];
    const { id } = labels.find((label) => label.name === name) ?? (await createLabel(context, caller, { name, color }));
    for (const uuid of among(studyUuids, studies)) await attachLabel(context, caller, uuid, id);
  }
  for (const project of PROJECTS) await makeProject(context, caller, project, among(studyUuids, project.studies));
}

async function makeProject(
  context: ServerContext,
  caller: Member,
  { name, state }: (typeof PROJECTS)[number],
  uuids: readonly string[],
): Promise<void> {
  const { teamId } = caller;
  const { db, now } = context;
  const known = (await projectsOfTeam(context, caller, undefined)).find((project) => project.name === name);
  const id = known?.id ?? (await db.write((tx) => createProject(tx, { teamId, name, now: now(), createdBy: caller.userId })));
  let current: ProjectState = known?.state_code ?? 'created';
  if (current === 'created') for (const uuid of uuids) await saveStudyProject(context, caller, { uuid, project_id: id, action: 'add' });
  while (PROJECT_STATES.indexOf(current) < PROJECT_STATES.indexOf(state))
    current = await db.write((tx) => moveProjectOn(tx, { teamId, id, now: now() }));
}

const among = (uuids: readonly string[], places: readonly number[]): string[] => places.flatMap((place) => uuids[place] ?? []);
