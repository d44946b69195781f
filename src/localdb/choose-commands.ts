import type { AcquisitionCode } from '#contract/acquisitions.ts';
import { chosenAcquisition } from '#model/acquisition.ts';
import { changeSeries, changeStudy } from './arrange-commands.ts';
import type { LocalDb } from './schema.ts';

/** What a person chooses from the team's lists before Process; as with all that is arranged, after Process nothing changes any more. */

/** A manual choice is never replaced by what is recognised later (REC-024). */
export async function chooseAcquisition(db: LocalDb, seriesIds: readonly string[], code: AcquisitionCode): Promise<void> {
  await changeSeries(db, await db.series.where('id').anyOf(seriesIds).toArray(), (row) => {
    row.acquisition = chosenAcquisition(code);
  });
}

export async function chooseProject(db: LocalDb, seriesIds: readonly string[], project: number | null): Promise<void> {
  await changeSeries(db, await db.series.where('id').anyOf(seriesIds).toArray(), (row) => {
    row.project = project;
  });
}

/** `on`: they shall have it. */
export async function chooseLabel(db: LocalDb, studyIds: readonly string[], label: number, on: boolean): Promise<void> {
  for (const studyId of studyIds)
    await changeStudy(db, studyId, (row) => {
      row.labels = row.labels.filter((id) => id !== label);
      if (on) row.labels.push(label);
    });
}

export async function choosePipeline(db: LocalDb, studyIds: readonly string[], code: string | null): Promise<void> {
  for (const studyId of studyIds)
    await changeStudy(db, studyId, (row) => {
      row.pipeline = code;
    });
}
