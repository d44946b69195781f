import { createHash } from 'node:crypto';
import type { BodyOf, Calls } from '#contract/calls.ts';
import type { SeriesRegistration } from '#contract/entities.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { createPhantomSeries, type PhantomFile } from '#imaging/phantom.ts';
import { mergeStudy } from '#model/studies/study-merging.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { seriesToRegistration, studyToRegistration } from '#model/uploads/registration.ts';
import { studyName } from '#model/studies/study-name.ts';
import { mergeInstance } from '#model/studies/series.ts';
import type { SeriesFacts, StudyFacts } from '#model/studies/study.ts';
import type { DemoSeries, DemoStudy } from './demo-studies.ts';

/** Everything that a client would send of a study. */
export interface MadeStudy {
  registration: BodyOf<Calls['registerStudy']>;
  /** In the order of sending. */
  files: MadeFile[];
}

export interface MadeFile {
  fileId: string;
  seriesId: string;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  sha256: string;
}

interface MadeSeries {
  registration: SeriesRegistration;
  facts: SeriesFacts;
  files: MadeFile[];
  descriptions: InstanceDescription[];
}

/**
 * Creates the files of a study and reads them like a client reads dropped files. Takes some 12 ms per slice, so not on the server's main thread.
 */
export async function makeDemoStudy(demo: DemoStudy): Promise<MadeStudy> {
  const made: MadeSeries[] = [];
  for (const [idx, series] of demo.series.entries()) made.push(await makeSeries(demo, series, idx));
  const facts = made.flatMap((series) => series.descriptions).reduce<StudyFacts | null>(mergeStudy, null);
  if (facts === null) throw new Error('A demo study without series');
  return {
    registration: {
      study: studyToRegistration({ id: 'study', pipeline: null }, facts, studyName(facts.patientName, null), made),
      studyInstanceUid: facts.studyInstanceUid,
      bodyPart: demo.bodyPart,
      labels: [],
      session_id: demo.session,
      anonymize: false,
    },
    files: made.flatMap((series) => series.files),
  };
}

async function makeSeries({ bodyPart, study }: DemoStudy, series: DemoSeries, idx: number): Promise<MadeSeries> {
  const seriesId = `series-${series.seriesNumber}`;
  const files = createPhantomSeries({ body: bodyPart, study, ...series }).map((file) => toMadeFile(seriesId, file));
  const descriptions = await Promise.all(files.map((file) => describe(file.bytes)));
  const facts = descriptions.reduce<SeriesFacts | null>(
    (facts, description, at) => mergeInstance(facts, { fileId: files[at]!.fileId, size: files[at]!.bytes.length, description }),
    null,
  );
  if (facts === null) throw new Error('A demo series without slices');
  const counted = { count: files.length, bytes: facts.totalFileSize, names: files.map(({ name }) => name) };
  return { registration: seriesToRegistration(facts, { id: seriesId, idx, files: counted }), facts, files, descriptions };
}

function toMadeFile(seriesId: string, { name, bytes }: PhantomFile): MadeFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { fileId: `${seriesId}-${name}`, seriesId, name, bytes, sha256 };
}

async function describe(bytes: Uint8Array): Promise<InstanceDescription> {
  const header = await readDicomHeader(createMemorySource(bytes));
  if (!header.ok) throw new Error(`A demo file cannot be read: ${header.why}`);
  return header.description;
}
