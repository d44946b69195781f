import type { Response } from '#contract/lesions.ts';
import type { StudyDetail } from '#contract/study-detail.ts';
import type { FollowUpTable } from '#model/lesions/follow-up-table.ts';
import { followUpToCsv } from '#model/lesions/to-csv.ts';
import { saveFile } from '#ui/browser/save-file.ts';
import { saveReport } from '#features/annotator/measure/export-measurements.ts';
import type { StudyMeasurement } from '#features/annotator/measure/measure-store.ts';
import type { Workstation } from '#features/annotator/workstation.ts';
import { t } from '#language/t.ts';

/** The whole table. Its name says nothing of the patient. */
export function exportFollowUpCsv(study: StudyDetail, table: FollowUpTable, response: Response | null): void {
  const file = new Blob([followUpToCsv(table, response)], { type: 'text/csv;charset=utf-8' });
  saveFile({ name: `study-${study.id}-follow-up.csv`, file });
}

interface Reported {
  workstation: Workstation;
  study: StudyDetail;
  table: FollowUpTable;
  measurements: readonly StudyMeasurement[];
}

/**
 * What was measured of the lesions in this study. The tracking UID is that of the lesion, so it is the same lesion in the report of every study. Returns
 * what the report does not have; null: it has every lesion.
 */
export async function exportFollowUpReport({ workstation, study, table, measurements }: Reported): Promise<string | null> {
  const rows = [...table.targets, ...table.nonTargets, ...table.news];
  const reported = rows.flatMap(({ lesion: { uuid, number, title }, cells }): StudyMeasurement[] => {
    const linked = cells.at(-1)?.measurement?.uuid;
    const measurement = measurements.find((each) => each.uuid === linked);
    return measurement === undefined ? [] : [{ ...measurement, lesion: { uuid, number, title } }];
  });
  const { volumes, unreadable } = await saveReport({ workstation, study, measurements: reported, name: `study-${study.id}-follow-up` });
  const left = rows.length - reported.length + volumes + unreadable;
  if (left === 0) return null;
  return t('Not in the report: {count, plural, one {# lesion} other {# lesions}} without a measurement on DICOM images of this study.', {
    count: left,
  });
}
