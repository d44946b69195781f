import type { ByteSource } from '#imaging/byte-source.ts';
import { deidentify, type DeidentifyWith } from '#imaging/deidentify/deidentify.ts';
import { placeOf, sentFacts, sourceOfPieces } from '#imaging/deidentify/leaving-file.ts';
import { createReplacements } from '#imaging/deidentify/replacements.ts';
import { createReport } from '#imaging/deidentify/report.ts';
import { readDicomHeader } from '#imaging/dicom/read-header.ts';
import type { SentFacts } from '#model/deidentified.ts';
import type { UnpackedPart } from './archive-unpacker.ts';
import { EntryPacks } from './entry-packs.ts';
import type { FilesToDeidentify } from './series-deidentifier.ts';

/** Of the pixels so much lies in memory at once. */
const STEP_BYTES = 1024 * 1024;

/**
 * READ-020 on the server: the files of a series by the rules of a device, and by its code. A file that cannot be walked to its end is refused, and the others
 * go; they are named by their place, since names of files may be those of people.
 */
export async function deidentifyFiles(
  { settings, key }: Pick<FilesToDeidentify, 'settings' | 'key'>,
  files: readonly ByteSource[],
  give: (part: UnpackedPart) => Promise<void>,
): Promise<{ sent: SentFacts | null }> {
  const packs = new EntryPacks(give);
  // The header has no name for the patient, as on a device: the list of the team has a number.
  const how = { settings, replacements: await createReplacements(Buffer.from(key, 'hex')), patientName: '', report: createReport() };
  let sent: SentFacts | null = null;
  let made = 0;
  for (const [place, source] of files.entries()) {
    const leaving = await leavingFile(source, how);
    if (leaving === null) {
      await packs.refuse(String(place), '', 'not-deidentified');
      continue;
    }
    sent ??= leaving.sent;
    packs.begin(String(place));
    for (let at = 0; at < leaving.file.size; at += STEP_BYTES) {
      await packs.add(await leaving.file.read(at, Math.min(STEP_BYTES, leaving.file.size - at)));
    }
    await packs.end(`${placeOf(made)}.dcm`);
    made += 1;
  }
  await packs.flush();
  return { sent };
}

async function leavingFile(source: ByteSource, how: DeidentifyWith): Promise<{ file: ByteSource; sent: SentFacts } | null> {
  const header = await readDicomHeader(source);
  const made = header.ok ? await deidentify(header, how) : null;
  if (!header.ok || !made?.ok) return null;
  const file = sourceOfPieces(made);
  const sent = await sentFacts(file);
  return sent && { file, sent };
}
