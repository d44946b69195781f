import type { BodyOf, Calls } from '#contract/calls.ts';
import type { FileSource, FileWork } from '#contract/file-areas.ts';
import type { JobEffect, RunningJob } from '#server/jobs/job-handler.ts';
import { blindedReadersOf } from '#server/rules/campaigns/blinding.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { studyIdsOfVersion } from '#server/rules/datasets/versions/case-rows.ts';
import { openSource } from '#server/rules/studies/made-files.ts';
import { findMember } from '#server/rules/teams/membership.ts';
import { administers } from '#server/rules/teams/roles.ts';
import { pathOf, requireOwnArea, type FileCaller } from './areas.ts';
import { makeFile } from './make-file.ts';
import { makeFolders } from './make-folders.ts';
import { folderOfWork, type OpenWork } from './running-work.ts';
import { changedAnswer, changeOnce, WAITING } from './works.ts';

/** Folder of the area of the team; made when something is put into it. */
const FOLDER = 'exports';

interface PutPlan {
  source: FileSource;
  folderId: number;
  /** Of the call. */
  signInId: number;
}

/** PCALL-230 */
export async function putIntoFiles(
  context: ServerContext,
  caller: FileCaller,
  { source, uuid }: BodyOf<Calls['putIntoFiles']>,
  concerns: (subject: string) => void,
): Promise<{ ok: true; work: FileWork }> {
  concerns(source.kind === 'originals' ? source.study : source.version);
  const { area, member } = await requireOwnArea(context, caller);
  const { saveAs, size } = await openForArea(context, member, source);
  const asked = {
    ...{ uuid, kind: 'put' as const, area, input: source, title: saveAs, count: 1 },
    ...{ dir: pathOf({ area, names: [FOLDER] }), dirId: null },
  };
  const changed = await changeOnce(context, caller, asked, async (tx) => {
    const { id: folderId } = await makeFolders(tx, { areaId: area.id, names: [FOLDER], now: context.now() });
    const plan: PutPlan = { source, folderId, signInId: caller.signInId };
    const totals = { entries_total: 1, bytes_total: size };
    return { work: { ...WAITING, ...totals, dir_id: folderId, plan: JSON.stringify(plan) }, answer: null };
  });
  const { work } = await changedAnswer(context, changed.work!);
  return { ok: true, work: work! };
}

/** What the person may do is asked again before it is read, and before it appears. */
export async function putFile(context: ServerContext, work: OpenWork, job: RunningJob): Promise<JobEffect> {
  const plan = JSON.parse(work.plan!) as PutPlan;
  const { id: folderId } = await folderOfWork(context.db.read, plan.folderId);
  const open = async () => openForArea(context, await memberOf(context, work, plan), plan.source);
  const { size, saveAs, stream } = await open();
  return makeFile(context, work, job, {
    ...{ folderId, name: saveAs, entries: 1, size },
    open: () => stream(0, size ?? 0),
    check: async () => void (await open()),
  });
}

async function memberOf({ db }: ServerContext, { area, user_id: userId }: OpenWork, { signInId }: PutPlan): Promise<Member> {
  const team = await db.read.selectFrom('team').select('slug').where('id', '=', area.team_id).executeTakeFirst();
  const member = team === undefined || userId === null ? null : await findMember(db.read, { userId, signInId }, team.slug);
  if (member === null || !administers(member)) throw new Refusal('not_allowed');
  return member;
}

/**
 * What a download gives to this member, if all who open the area may see it. [Note: Blinded reads] An administrator who reads a case blinded would be
 * refused the masks of others, and finds them in no file that somebody put here meanwhile.
 */
async function openForArea(context: ServerContext, member: Member, source: FileSource) {
  const file = await openSource(context, member, source);
  if (source.kind !== 'dataset') return file;
  const { read } = context.db;
  const readers = await blindedReadersOf(read, await studyIdsOfVersion(read, source.version));
  for (const userId of readers) {
    const reader = await findMember(read, { userId, signInId: member.signInId }, member.teamSlug);
    if (reader !== null && administers(reader)) throw new Refusal('read_by_administrator');
  }
  return file;
}
