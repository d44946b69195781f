import type { AnswerOf, Calls } from '#contract/calls.ts';
import { findMemberOfOpenTeam } from './membership.ts';
import type { Member, ServerContext } from './context.ts';
import { checkStudy, studiesOfTeam } from './studies.ts';

/**
 * What the team has of a study, of every time that it came: only what was proved is here, and what a de-identified file was made of stands for it. Of other teams no more is told than that they have it, and
 * only to who sees their studies.
 */
export async function knownContents(
  context: ServerContext,
  caller: Member,
  studyInstanceUid: string,
): Promise<AnswerOf<Calls['knownContents']>> {
  if (studyInstanceUid === '') return { files: [], teams: [] };
  const files = await studiesOfTeam(context.db.read, caller.teamId)
    .innerJoin('series', 'series.study_id', 'study.id')
    .innerJoin('file', 'file.series_id', 'series.id')
    .select(['file.sha256', 'file.original_sha256'])
    .distinct()
    .where('study.study_instance_uid', '=', studyInstanceUid)
    .where('file.proved', '=', 1)
    .execute();
  const contents = new Set(files.flatMap(({ sha256, original_sha256: original }) => (original === null ? [sha256] : [sha256, original])));
  return { files: [...contents].toSorted(), teams: await otherTeams(context, caller, studyInstanceUid) };
}

async function otherTeams(context: ServerContext, caller: Member, studyInstanceUid: string): Promise<{ slug: string; title: string }[]> {
  const own = await context.db.read
    .selectFrom('membership')
    .innerJoin('team', 'team.id', 'membership.team_id')
    .select(['team.slug', 'team.title'])
    .where('membership.user_id', '=', caller.userId)
    .where('team.id', '<>', caller.teamId)
    .orderBy('team.title')
    .orderBy('team.id')
    .execute();
  const has = await Promise.all(
    own.map(async ({ slug }) => {
      const member = await findMemberOfOpenTeam(context.db.read, caller, slug);
      return member?.permissions.has('r:studies') === true && (await checkStudy(context, member, studyInstanceUid)) !== false;
    }),
  );
  return own.filter((_, index) => has[index]);
}
