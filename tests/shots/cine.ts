import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { smallFile } from '#tests/fixtures/dicom-file.ts';

const [ROWS, COLUMNS, FRAMES] = [96, 128, 24];
const WHITE = 255;

/** A clip as an ultrasound device exports it: one file, a fan in which something grows and shrinks. */
export async function writeCine(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  const bytes = smallFile({
    SOPClassUID: '1.2.840.10008.5.1.4.1.1.3.1',
    StudyInstanceUID: '2.25.720',
    SeriesInstanceUID: '2.25.721',
    SOPInstanceUID: '2.25.722',
    PatientName: 'Knot^Ebba',
    PatientID: 'SHOT-4',
    StudyDate: '20260103',
    StudyTime: '111530',
    Modality: 'US',
    SeriesNumber: 1,
    SeriesDescription: 'apical four chamber',
    BodyPartExamined: 'HEART',
    Rows: ROWS,
    Columns: COLUMNS,
    NumberOfFrames: FRAMES,
    FrameTime: '40',
    BitsAllocated: 8,
    BitsStored: 8,
    HighBit: 7,
    PixelData: Uint8Array.from({ length: FRAMES * ROWS * COLUMNS }, (_, index) => greyAt(index)),
  });
  await writeFile(join(path, 'clip.dcm'), bytes);
  return path;
}

function greyAt(index: number): number {
  const [frame, row, column] = [Math.floor(index / (ROWS * COLUMNS)), Math.floor(index / COLUMNS) % ROWS, index % COLUMNS];
  const across = column - COLUMNS / 2;
  const depth = Math.hypot(across, row);
  if (depth > ROWS - 4 || Math.abs(across) > row * 0.7 + 4) return 0;
  const radius = 16 + 7 * Math.sin((2 * Math.PI * frame) / FRAMES);
  const wall = Math.abs(Math.hypot(across, row - ROWS / 2) - radius);
  return Math.round(Math.max(24 + ((row * 7 + column * 13) % 24), WHITE - wall * 50));
}
