import type { ByteSource } from '#imaging/byte-source.ts';
import { deidentify, type DeidentifyWith } from '#imaging/deidentify/deidentify.ts';
import { deidentifyVolume } from '#imaging/deidentify/nifti/deidentify-volume.ts';
import { placeOf, sentFacts, sourceOfPieces } from '#imaging/deidentify/output-file.ts';
import { createReplacements } from '#imaging/deidentify/values/replacements.ts';
import { createReport } from '#imaging/deidentify/report.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { NOTHING_SENT, type SentFacts } from '#model/uploads/deidentified.ts';
import type { UnpackedPart } from './archive-unpacker.ts';
import { EntryPacks } from './entry-packs.ts';
import type { FilesToDeidentify } from './series-deidentifier.ts';

/** Amount of pixel data in memory at a time. */
const STEP_BYTES = 1024 * 1024;

export type HowToDeidentify = Pick<FilesToDeidentify, 'type' | 'settings' | 'key'>;

/**
 * READ-020 on the server: de-identifies the files of a series by the rules and with the code of a device. A file that cannot be read to its end is
 * refused, and the others continue. Files are identified by their position, because their names may contain people's names.
 */
export async function deidentifyFiles(
  { type, ...rules }: HowToDeidentify,
  files: readonly ByteSource[],
  give: (part: UnpackedPart) => Promise<void>,
): Promise<{ sent: SentFacts | null }> {
  const packs = new EntryPacks(give);
  const sent = type === 'nii' ? await deidentifyVolumes(packs, files) : await deidentifyInstances(packs, rules, files);
  await packs.flush();
  return { sent };
}

async function deidentifyInstances(
  packs: EntryPacks,
  { settings, key }: Omit<HowToDeidentify, 'type'>,
  files: readonly ByteSource[],
): Promise<SentFacts | null> {
  // The header has no patient name, as on a device; the team's list has a number.
  const how = { settings, replacements: await createReplacements(Buffer.from(key, 'hex')), patientName: '', report: createReport() };
  let sent: SentFacts | null = null;
  let made = 0;
  for (const [place, source] of files.entries()) {
    const leaving = await leavingFile(source, how);
    if (leaving === null) {
      await refuse(packs, place);
      continue;
    }
    sent ??= leaving.sent;
    packs.begin(String(place));
    await addAll(packs, leaving.file);
    await packs.end(`${placeOf(made)}.dcm`);
    made += 1;
  }
  return sent;
}

/** For a volume, nothing is announced that only its header says. */
async function deidentifyVolumes(packs: EntryPacks, files: readonly ByteSource[]): Promise<SentFacts | null> {
  let made = 0;
  for (const [place, source] of files.entries()) {
    const volume = await deidentifyVolume(source);
    if (!volume.ok) {
      await refuse(packs, place);
      continue;
    }
    const { leaves, isCompressed } = volume;
    packs.begin(String(place));
    if ('pieces' in leaves) await addAll(packs, sourceOfPieces({ source, pieces: leaves.pieces }));
    else if ((await leaves.written((bytes) => packs.add(bytes))) !== 'whole') {
      await packs.drop('', 'not-deidentified');
      continue;
    }
    await packs.end(`${placeOf(made)}${isCompressed ? '.nii.gz' : '.nii'}`);
    made += 1;
  }
  return made > 0 ? NOTHING_SENT : null;
}

async function addAll(packs: EntryPacks, file: ByteSource): Promise<void> {
  for (let at = 0; at < file.size; at += STEP_BYTES) await packs.add(await file.read(at, Math.min(STEP_BYTES, file.size - at)));
}

function refuse(packs: EntryPacks, place: number): Promise<void> {
  return packs.refuse(String(place), '', 'not-deidentified');
}

async function leavingFile(source: ByteSource, how: DeidentifyWith): Promise<{ file: ByteSource; sent: SentFacts } | null> {
  const header = await readDicomHeader(source);
  const made = header.ok ? await deidentify(header, how) : null;
  if (!header.ok || !made?.ok) return null;
  const file = sourceOfPieces(made);
  const leaving = await readDicomHeader(file);
  return leaving.ok ? { file, sent: sentFacts(leaving) } : null;
}
