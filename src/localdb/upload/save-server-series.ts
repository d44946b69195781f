import type { BatchResult, BatchSeries } from '#contract/batch.ts';
import { bodyPartFromHeader } from '#model/studies/body-part.ts';
import { isReadablySelected } from '#model/studies/series.ts';
import type { SeriesFacts, StudyFacts } from '#model/studies/study.ts';
import { newSeries, newStudy } from './arrange-instances.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { FileRow, LocalDb, SeriesRow, StudyRow } from '#localdb/schema.ts';
import { keyedHash, sealJson } from '#localdb/encryption.ts';

/**
 * Adds the contents of archives that the server has opened (CALL-058) to the upload as studies and series. If the server reports again (after a
 * password, another archive, or lost data), known rows and the user's decisions are kept, and missing ones are deleted. Their keys never equal
 * those of files on this device: the same folder dropped here gets separate rows.
 */
export async function saveOpened(db: LocalDb, device: DeviceKey, uploadId: string, result: BatchResult): Promise<void> {
  const opened = await openedRows(device, uploadId, result);
  const problems = await problemRows(device, uploadId, result);
  await withConnection(db, () =>
    db.transaction('rw', [db.uploads, db.studies, db.series, db.files, db.chunks, db.previews], async () => {
      const upload = await db.uploads.get(uploadId);
      if (upload?.opening !== 'archive-reading' || upload.phase === 'dropping') return;
      await putOpened(db, uploadId, opened);
      await db.files.where('id').startsWith(problemId(uploadId)).delete();
      await db.files.bulkPut(problems);
      const waiting = await db.chunks.where('[uploadId+state]').equals([uploadId, 'waiting']).toArray();
      const isMoreToSend = waiting.some((chunk) => chunk.studyId === '');
      await db.uploads.update(uploadId, { opening: isMoreToSend ? 'archive-sending' : null, waiting: null });
    }),
  );
}

interface OpenedStudy {
  /** UUID on the server. */
  uuid: string;
  keyHash: string;
  facts: StudyFacts;
  sealed: StudyRow['sealed'];
  bodyPart: string | null;
  series: { keyHash: string; facts: SeriesFacts; sealed: SeriesRow['sealed']; told: BatchSeries }[];
}

async function openedRows(device: DeviceKey, uploadId: string, { studies }: BatchResult): Promise<OpenedStudy[]> {
  return Promise.all(
    studies.map(async ({ series, ...study }) => {
      const key = `server|${study.studyInstanceUid || `${study.patientName}|${study.studyDate}`}`;
      const { studyInstanceUid, patientName, patientSex, studyDate, studyTime, studyDescription } = study;
      const facts = { key, studyInstanceUid, patientName, patientSex, studyDate, studyTime, studyDescription };
      const bodyParts = series.map((each) => bodyPartFromHeader(each.facts.bodyPartExamined));
      return {
        uuid: study.uuid,
        keyHash: await keyedHash(device, key),
        facts,
        sealed: await sealJson(device, facts),
        bodyPart: bodyParts.find((slug) => slug !== null) ?? null,
        series: await Promise.all(
          series.map(async (told) => {
            const own = seriesFacts(told);
            return { keyHash: await keyedHash(device, `${uploadId}|${own.key}`), facts: own, sealed: await sealJson(device, own), told };
          }),
        ),
      };
    }),
  );
}

/** The facts in the form of this device's reader. */
function seriesFacts({ facts, ...told }: BatchSeries): SeriesFacts {
  const { frames, mr, pixelSpacing, imagerPixelSpacing, imageOrientationPatient, ...rest } = facts;
  const { seriesInstanceUid, seriesDescription, imageComments, modalityCode, cnt, numberOfFrames, rows, columns } = told;
  const identity = seriesInstanceUid || [told.seriesNumber, seriesDescription, modalityCode].join(' ');
  return {
    ...rest,
    ...(told.type === 'nii' && { type: 'nii' as const }),
    ...(frames !== undefined && { frames }),
    ...(mr && { mr: mr as NonNullable<SeriesFacts['mr']> }),
    pixelSpacing: pixelSpacing as SeriesFacts['pixelSpacing'],
    imagerPixelSpacing: imagerPixelSpacing as SeriesFacts['imagerPixelSpacing'],
    imageOrientationPatient: imageOrientationPatient as SeriesFacts['imageOrientationPatient'],
    key: ['server', identity, facts.SOPClassUID, facts.imageType.join('\\'), `${rows}x${columns}`, facts.samplesPerPixel].join('|'),
    seriesNumber: typeof told.seriesNumber === 'number' ? told.seriesNumber : null,
    ...{ seriesInstanceUid, seriesDescription, imageComments, modalityCode, cnt, numberOfFrames, rows, columns },
    sliceThickness: told.sliceThickness,
    imageOrientationPatientEquals: told.imageOrientationPatientEquals,
    totalFileSize: told.totalFileSize,
  };
}

async function putOpened(db: LocalDb, uploadId: string, opened: readonly OpenedStudy[]): Promise<void> {
  const before = await db.studies.where('uploadId').equals(uploadId).toArray();
  const known = (await db.series.where('uploadId').equals(uploadId).toArray()).filter((row) => row.server);
  const kept = new Set<string>();
  let position = before.length;
  for (const study of opened) {
    const saved = before.find((row) => row.keyHash === study.keyHash);
    const row = saved ?? newStudy(uploadId, study.keyHash, position++);
    const proposed = row.bodyPartBy === null && study.bodyPart !== null ? { bodyPart: study.bodyPart, bodyPartBy: 'header' as const } : {};
    await db.studies.put({ ...row, ...proposed, sealed: study.sealed, revision: row.revision + 1 });
    for (const [n, series] of study.series.entries()) {
      const now = known.find((each) => each.homeStudyId === row.id && each.keyHash === series.keyHash);
      const of = now ?? newSeries(uploadId, row.id, series.keyHash, n + 1);
      kept.add(of.id);
      const valid = isReadablySelected(series.facts);
      const { files, totalFileSize: bytes } = series.told;
      // The server has verified the archive that it opened, so these files are not expected from here and are not stored here.
      const here = { files, provedFiles: files, bytes, provedBytes: bytes, confirmedBytes: bytes, goneBytes: bytes };
      const chosen = of.uploadDecided ? {} : { upload: valid };
      const server = { uploadId: series.told.upload_id, studyKey: study.uuid };
      await db.series.put({ ...of, ...here, ...chosen, valid, server, sealed: series.sealed, revision: of.revision + 1 });
    }
  }
  const gone = known.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  await db.series.bulkDelete(gone);
  await db.previews.where('seriesId').anyOf(gone).delete();
}

const problemId = (uploadId: string): string => `${uploadId}.server.`;

/** Files that were not uploaded, shown to the user. An encrypted archive at any depth is one of them, because its password is entered there. */
async function problemRows(device: DeviceKey, uploadId: string, { refused }: BatchResult): Promise<FileRow[]> {
  const nowhere = { studyId: null, seriesId: null, order: 0, order2: 0, size: 0, sha256: '', pieces: [], segmentIds: [] };
  return Promise.all(
    refused.map(async ({ path, code }) => ({
      ...nowhere,
      // A new ID each time, so that a page that tried a password notices the new answer.
      id: `${problemId(uploadId)}${crypto.randomUUID()}`,
      uploadId,
      sealed: await sealJson(device, { name: path.slice(path.lastIndexOf('/') + 1), path }),
      state: 'stored' as const,
      problem: `server:${code}` as const,
    })),
  );
}
