import { Readable } from 'node:stream';
import type { BodyOf, Calls } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import type { FileCaller } from '#server/rules/file-areas/areas.ts';
import { downloadFiles, wantedFiles, type WantedFiles } from '#server/rules/file-areas/file-bytes.ts';
import { seriesFileName, studyFileName } from './download-names.ts';
import { zipOfSeries } from './download-zip.ts';
import { exportList, exportVersion } from '#server/rules/datasets/versions/export-version.ts';
import type { Concerned } from '#server/rules/guard.ts';
import { findMember } from '#server/rules/teams/membership.ts';
import { actingOfSignIn } from '#server/rules/accounts/acting-of-sign-in.ts';
import { isSignInAlive } from '#server/rules/accounts/sign-ins.ts';
import { volumeFile } from './studies-bytes.ts';
import { requireStudyRow, seriesRowsOf, studiesOfTeam } from './studies.ts';
import { randomToken, tokenToHash } from '#server/rules/tokens.ts';
import { receiptOfStudy } from '#server/rules/uploads/uploads-receipt.ts';

type WantedOfStudies = BodyOf<Calls['prepareDownload']>;
type Wanted = WantedOfStudies | WantedFiles;

/** Ended tickets are kept for a day for investigations. */
const KEPT_AFTER_END_MS = 86_400_000;

/**
 * A URL for the browser itself, so that it shows the download's progress. A browser sends no bearer with it; the ticket in the URL is for
 * one user, one team, one object and one use, and the download must begin within a minute. Only its hash is stored.
 */
export async function prepareDownload(context: ServerContext, caller: Member, wanted: WantedOfStudies): Promise<{ url: string }> {
  return ticketFor(context, caller, wanted);
}

/** PCALL-206. Tickets are of a team, also for files of the area of the server. */
export async function prepareFileDownload(
  context: ServerContext,
  caller: FileCaller,
  paths: readonly string[],
  concerns: (what: Concerned) => void,
): Promise<{ url: string }> {
  const wanted = await wantedFiles(context, caller, paths);
  concerns({ subjects: wanted.entries });
  if (caller.team === null) throw new Refusal('not_a_member');
  return ticketFor(context, caller.team, wanted);
}

async function ticketFor(context: ServerContext, caller: Member, wanted: Wanted): Promise<{ url: string }> {
  // An unavailable object is refused here, where the page can report it.
  await open(context, caller, wanted);
  const ticket = randomToken();
  const now = context.now();
  await context.db.write(async (tx) => {
    await tx
      .deleteFrom('download_ticket')
      .where('expires_at', '<', now - KEPT_AFTER_END_MS)
      .execute();
    await tx
      .insertInto('download_ticket')
      .values({
        token_hash: tokenToHash(ticket),
        user_id: caller.userId,
        sign_in_id: caller.signInId,
        team_id: caller.teamId,
        wanted: JSON.stringify(wanted),
        created_at: now,
        expires_at: now + LIMITS.downloadBeginsWithinMs,
        used_at: null,
      })
      .execute();
  });
  return { url: `/api/downloads/${ticket}` };
}

/** The file of a ticket. This uses up the ticket, even if it fails; its owner must still be signed in, a member and permitted. */
export async function openDownload(
  context: ServerContext,
  ticket: string,
  concerns: (what: Concerned) => void = () => undefined,
): Promise<ByteAnswer> {
  const { db } = context;
  const now = context.now();
  const used = await db.write((tx) =>
    tx
      .updateTable('download_ticket')
      .set({ used_at: now })
      .where('token_hash', '=', tokenToHash(ticket))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['user_id', 'sign_in_id', 'team_id', 'wanted'])
      .executeTakeFirst(),
  );
  if (used === undefined) throw new Refusal('not_found');
  const wanted = JSON.parse(used.wanted) as Wanted;
  const acting = await actingOfSignIn(db.read, used.sign_in_id);
  const who = { userId: used.user_id, actedBy: acting?.actor_id ?? null, teamId: used.team_id };
  concerns(wanted.kind === 'files' ? { ...who, subjects: wanted.entries } : { ...who, subject: subjectOfDownload(wanted) });
  const { slug } = await db.read.selectFrom('team').select('slug').where('id', '=', used.team_id).executeTakeFirstOrThrow();
  if (!(await isSignInAlive(db.read, used.sign_in_id, now))) throw new Refusal('signed_out');
  const member = await findMember(db.read, { userId: used.user_id, signInId: used.sign_in_id }, slug);
  if (member === null) throw new Refusal('not_a_member');
  if (wanted.kind !== 'files' && !member.permissions.has('r:studies')) throw new Refusal('not_allowed');
  return open(context, member, wanted);
}

/** UUID of a study, a series or a version of a dataset, or the id of a volume. */
export function subjectOfDownload(wanted: WantedOfStudies): string {
  if (wanted.kind === 'dataset' || wanted.kind === 'dataset-list') return wanted.version;
  if (wanted.kind === 'volume') return String(wanted.volume);
  return 'series' in wanted ? wanted.series : wanted.study;
}

function open(context: ServerContext, caller: Member, wanted: Wanted): Promise<ByteAnswer> {
  if (wanted.kind === 'files') return downloadFiles(context, { ...caller, team: caller }, wanted);
  if (wanted.kind === 'volume') return volume(context, caller, wanted.volume);
  if (wanted.kind === 'dataset') return exportVersion(context, caller, wanted.version);
  if (wanted.kind === 'dataset-list') return exportList(context, caller, wanted.version);
  if (wanted.kind === 'receipt') return receipt(context, caller, wanted.study);
  return 'series' in wanted ? originalsOfSeries(context, caller, wanted.series) : originalsOfStudy(context, caller, wanted.study);
}

async function originalsOfStudy(context: ServerContext, caller: Member, uuid: string): Promise<ByteAnswer> {
  const study = await requireStudyRow(context.db.read, caller, uuid);
  const series = await seriesRowsOf(context.db.read, [study.id]);
  if (series.length === 0) throw new Refusal('not_found');
  assertWhole(series);
  return zipOfSeries(context, series, { saveAs: `${studyFileName(study)}.zip`, madeAt: study.created_at });
}

async function originalsOfSeries(context: ServerContext, caller: Member, uuid: string): Promise<ByteAnswer> {
  const series = await context.db.read.selectFrom('series').selectAll().where('uuid', '=', uuid).executeTakeFirst();
  if (series === undefined) throw new Refusal('not_found');
  const study = await requireStudyRow(context.db.read, caller, String(series.study_id));
  assertWhole([series]);
  return zipOfSeries(context, [series], { saveAs: `${seriesFileName(study, series)}.zip`, madeAt: study.created_at });
}

/** All files or none: a zip does not show that files are missing. */
function assertWhole(series: readonly { proved_files: number; file_count: number }[]): void {
  if (series.some((each) => each.proved_files < each.file_count)) throw new Refusal('series_incomplete');
}

async function volume(context: ServerContext, caller: Member, id: number): Promise<ByteAnswer> {
  const file = await volumeFile(context, caller, id);
  const named = await studiesOfTeam(context.db.read, caller.teamId)
    .innerJoin('series', 'series.study_id', 'study.id')
    .innerJoin('volume', 'volume.series_id', 'series.id')
    .select([
      'study.modality',
      'study.study_date',
      'study.uuid as study_uuid',
      'series.uuid as series_uuid',
      'series.series_number',
      'series.id',
    ])
    .where('volume.id', '=', id)
    .executeTakeFirst();
  if (named === undefined) throw new Refusal('not_found');
  const siblings = await context.db.read.selectFrom('volume').select('id').where('series_id', '=', named.id).orderBy('name').execute();
  const place = siblings.findIndex((each) => each.id === id) + 1;
  const name = seriesFileName({ ...named, uuid: named.study_uuid }, { ...named, uuid: named.series_uuid });
  return { ...file, saveAs: `${name}${siblings.length > 1 ? `_${place}` : ''}.nii` };
}

async function receipt(context: ServerContext, caller: Member, uuid: string): Promise<ByteAnswer> {
  const study = await requireStudyRow(context.db.read, caller, uuid);
  const text = `${JSON.stringify(await receiptOfStudy(context, study), null, 2)}\n`;
  const bytes = Buffer.from(text);
  return {
    size: bytes.length,
    type: 'application/json; charset=utf-8',
    sha256: null,
    saveAs: `${studyFileName(study)}_receipt.json`,
    stream: () => Readable.from([bytes]),
  };
}
