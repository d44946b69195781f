import type { Writer } from '#server/db/database.ts';

/**
 * A study or segmentation is gone for good: its cases keep UUIDs and hashes [Note: Withdrawn cases]. Returns the keys of objects that may be unused after the
 * commit.
 */
export async function withdrawCases(
  tx: Writer,
  { now, ...of }: { now: number } & ({ studyId: number } | { segmentationId: number }),
): Promise<string[]> {
  const [column, value] = 'studyId' in of ? (['study_id', of.studyId] as const) : (['segmentation_id', of.segmentationId] as const);
  const cases = await tx.selectFrom('dataset_case').select(['version_id', 'number', 'label_key']).where(column, '=', value).execute();
  const keys = new Set(cases.flatMap(({ label_key: key }) => key ?? []));
  for (const { version_id, number } of cases) {
    const images = await tx
      .selectFrom('dataset_image')
      .select('object_key')
      .where('version_id', '=', version_id)
      .where('number', '=', number)
      .execute();
    for (const { object_key: key } of images) if (key !== null) keys.add(key);
    await tx
      .updateTable('dataset_image')
      .set({ object_key: null })
      .where('version_id', '=', version_id)
      .where('number', '=', number)
      .execute();
  }
  await tx.updateTable('dataset_case').set({ label_key: null, withdrawn_at: now }).where(column, '=', value).execute();
  return [...keys];
}
