import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { SeriesQuality } from '#model/quality/series-quality.ts';
import type { Found } from '#model/quality/found.ts';
import { findingsOfStudy, type CheckedSeries } from '#model/quality/study-findings.ts';
import type { Writer } from '#server/db/database.ts';
import type { FindingTable } from '#server/db/schema.ts';
import type { JobEffect, JobHandler } from '#server/jobs/job-handler.ts';
import { appendChange } from '#server/rules/changes.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { wakeFlows } from '#server/rules/flows/wake.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { duplicatesOf } from './duplicates.ts';
import { queueCheck } from './queue-check.ts';

/**
 * `check-study`: what is found about a study, from the readings of its series and what the team has [Note: Checks of studies].
 *
 * A finding keeps its row, its version and its mark as long as it says the same. What it says of a place is replaced, and then it is open again: it
 * was accepted for other numbers. A study that shares images with this one is checked as well, because its findings name this one.
 */
export function createCheckStudyHandler(context: ServerContext): JobHandler {
  return {
    run: ({ payload }) => Promise.resolve(check(context, (payload as { studyId: number }).studyId)),
    gaveUp: () => ({ effect: () => Promise.resolve() }),
  };
}

function check(context: ServerContext, studyId: number): JobEffect {
  let told: { teamId: number; seq: number } | null = null;
  return {
    async effect(tx) {
      const study = await tx
        .selectFrom('study')
        .select(['id', 'uuid', 'team_id', 'body_part', 'deleted_at'])
        .where('id', '=', studyId)
        .executeTakeFirst();
      if (study === undefined) return;
      const duplicates = study.deleted_at === null ? await duplicatesOf(tx, { id: study.id, teamId: study.team_id }) : [];
      const wanted = [
        ...findingsOfStudy(study.body_part, await checkedSeries(tx, study.id)).map((one) => ({ ...one, otherStudyId: null })),
        ...duplicates.map((one) => ({ ...one, seriesId: null })),
      ].map(toWanted);
      const stored = await tx.selectFrom('finding').selectAll().where('study_id', '=', study.id).execute();
      const changes = changesOf(stored, wanted);
      if (changes.added.length + changes.changed.length + changes.gone.length === 0) {
        // A flow may wait until the study is checked.
        await wakeFlows(tx, { teamId: study.team_id, kind: 'finding', ref: study.uuid, now: context.now() });
        return;
      }
      for (const other of othersIn(changes)) await queueCheck(tx, context.jobs, { study: other });
      await lockTeam(tx, study.team_id);
      await write(tx, study.id, changes, context.now());
      told = {
        teamId: study.team_id,
        seq: await appendChange(tx, { teamId: study.team_id, kind: 'finding', ref: study.uuid, now: context.now() }),
      };
    },
    committed() {
      context.jobs.wake();
      if (told === null) return;
      context.news.toTeam(told.teamId, 'change', { seq: told.seq });
    },
  };
}

async function checkedSeries(tx: Writer, studyId: number): Promise<CheckedSeries[]> {
  const rows = await tx
    .selectFrom('series')
    .innerJoin('series_reading', 'series_reading.series_id', 'series.id')
    .select(['series.id', 'series.series_instance_uid', 'series_reading.quality'])
    .where('series.study_id', '=', studyId)
    .orderBy('series.id')
    .execute();
  return rows.flatMap(({ id, series_instance_uid, quality }) =>
    quality === null ? [] : [{ id, seriesInstanceUid: series_instance_uid, ...(JSON.parse(quality) as SeriesQuality) }],
  );
}

type Stored = Selectable<FindingTable>;
type Wanted = Pick<Stored, 'series_id' | 'other_study_id' | 'place' | 'code' | 'severity' | 'said'>;

function toWanted({ severity, said, seriesId, otherStudyId }: Found & { seriesId: number | null; otherStudyId: number | null }): Wanted {
  const counted = 'of' in said && typeof said.of === 'string' ? said.of : '';
  return {
    ...{ series_id: seriesId, other_study_id: otherStudyId, code: said.code, severity, said: JSON.stringify(said) },
    place: [said.code, counted, seriesId ?? '', otherStudyId ?? ''].join(' '),
  };
}

interface Changes {
  added: Wanted[];
  changed: (Wanted & Pick<Stored, 'id' | 'version'>)[];
  gone: Stored[];
}

function changesOf(stored: readonly Stored[], wanted: readonly Wanted[]): Changes {
  const byPlace = new Map(stored.map((row) => [row.place, row]));
  const places = new Set(wanted.map(({ place }) => place));
  return {
    added: wanted.filter(({ place }) => !byPlace.has(place)),
    changed: wanted.flatMap((one) => {
      const row = byPlace.get(one.place);
      return row === undefined || (row.said === one.said && row.severity === one.severity)
        ? []
        : [{ ...one, id: row.id, version: row.version }];
    }),
    gone: stored.filter(({ place }) => !places.has(place)),
  };
}

/** Always in the same order. */
function othersIn({ added, changed, gone }: Changes): number[] {
  const others = [...added, ...changed, ...gone].flatMap(({ other_study_id: id }) => id ?? []);
  return [...new Set(others)].toSorted((a, b) => a - b);
}

const OPEN = { mark: null, reason: '', marked_by: null, marked_at: null } as const;

async function write(tx: Writer, studyId: number, { added, changed, gone }: Changes, now: number): Promise<void> {
  for (const some of inPortions(gone.map(({ id }) => id))) await tx.deleteFrom('finding').where('id', 'in', some).execute();
  for (const { id, severity, said, version } of changed)
    await tx
      .updateTable('finding')
      .set({ severity, said, version: version + 1, ...OPEN })
      .where('id', '=', id)
      .execute();
  for (const some of inPortions(added))
    await tx
      .insertInto('finding')
      .values(some.map((one) => ({ ...one, ...OPEN, uuid: randomUUID(), study_id: studyId, version: 1, created_at: now })))
      .execute();
}
