import type { AnswerOf, Calls } from '#contract/calls.ts';
import { findMemberOfOpenTeam } from '#server/rules/teams/membership.ts';
import type { Member, ServerContext } from '#server/rules/context.ts';
import { checkStudy, studiesOfTeam } from './studies.ts';

/**
 * The contents that the team has of a study, from all uploads: only verified files, each also under the hash of its original if it was
 * de-identified. For other teams it only tells that they have the study, and only to callers who may see their studies.
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
