import type { AcquisitionCode } from '#contract/acquisitions.ts';
import { chosenAcquisition } from '#model/studies/acquisition.ts';
import { changeSeries, changeStudy } from './edit-commands.ts';
import { rowsByKey } from '#localdb/rows-by.ts';
import type { LocalDb } from '#localdb/schema.ts';

/** What the user chooses from the team's lists before Process. Like everything in the preview, it cannot change after Process. */

/** A manual choice is never replaced by later recognition (REC-024). */
export async function chooseAcquisition(db: LocalDb, seriesIds: readonly string[], code: AcquisitionCode): Promise<void> {
  await changeSeries(db, await rowsByKey(db.series, seriesIds), (row) => {
    row.acquisition = chosenAcquisition(code);
  });
}

export async function chooseProject(db: LocalDb, seriesIds: readonly string[], project: number | null): Promise<void> {
  await changeSeries(db, await rowsByKey(db.series, seriesIds), (row) => {
    row.project = project;
  });
}

/** `on`: whether they shall have it. */
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
