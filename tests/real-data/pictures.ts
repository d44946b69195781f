import { FIRST_ACQUISITIONS } from '#contract/acquisitions.ts';
import { GRID } from '#contract/recognition.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { drawInstance } from '#imaging/draw-picture.ts';
import { headerOf } from '#imaging/recognise/header-of.ts';
import { recogniseHeader, recogniseSeries } from '#imaging/recognise/recognise.ts';
import { recogniseTile, type GreyPicture } from '#imaging/recognise/recognise-tile.ts';
import { acceptedRecognition, besideDevice, combinedAnswer, type Recognition } from '#model/studies/acquisition.ts';
import { defaultSlice } from '#model/studies/series.ts';
import type { SeriesFacts } from '#model/studies/study.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { answerOf, type Labelled } from './recognition.ts';
import type { ReadFile } from './read-set.ts';

type Answer = Pick<Recognition, 'code' | 'score'>;

const codecs = createNodeCodecs();
const { tilePx, labelPx } = GRID;

/** What the picture of each MR series is taken for by its pixels, as a server without a model says it; null where there is no picture. */
export async function pictureAnswers(series: readonly Labelled[]): Promise<Map<Labelled, Answer | null>> {
  const answers = new Map<Labelled, Answer | null>();
  for (const one of series.filter(({ facts }) => facts.modalityCode === 'MR')) {
    const tile = await tileOf(one);
    answers.set(one, tile && recogniseTile(tile, { left: 0, top: 0, size: tilePx, label: labelPx }));
  }
  return answers;
}

/** The tile of its middle slice, as the worker puts it into the picture. */
async function tileOf({ facts, files }: Labelled): Promise<GreyPicture | null> {
  const inOrder = files.toSorted((a, b) => number(a) - number(b));
  const isSeveral = inOrder.length > 1;
  const middle = Math.min(defaultSlice(facts), isSeveral ? inOrder.length - 1 : Infinity);
  const file = inOrder[isSeveral ? middle : 0]!;
  const drawn = await drawInstance(await readDicomHeader(file.source), isSeveral ? 0 : middle, codecs, { maxSize: tilePx });
  if (!('pixels' in drawn)) return null;
  const greys = new Uint8Array(tilePx * tilePx);
  const [left, top] = [Math.floor((tilePx - drawn.width) / 2), Math.floor((tilePx - drawn.height) / 2)];
  for (let y = 0; y < drawn.height; y += 1)
    for (let x = 0; x < drawn.width; x += 1) greys[(top + y) * tilePx + left + x] = drawn.pixels[(y * drawn.width + x) * 4]!;
  return { width: tilePx, height: tilePx, greys };
}

const number = ({ description }: ReadFile): number => description.instanceNumber ?? 0;

/** What stands on the device once a server without a model has answered about header and picture. */
export function combinedWithServer(facts: SeriesFacts, picture: Answer | null): Answer {
  const device = answerOf(facts);
  const ofServer = [recogniseHeader(headerOf(facts)), ...(picture ? [{ ...picture, reasons: [] }] : [])];
  const accepted = ofServer.map((one) => acceptedRecognition(one, facts.modalityCode, FIRST_ACQUISITIONS));
  return accepted.map((one) => besideDevice(device, one)).reduce<Answer>(combinedAnswer, device);
}

/** A header of which only the modality is left. */
export function withoutHeader(facts: SeriesFacts): SeriesFacts {
  const { mr: _, ...rest } = facts;
  return { ...rest, seriesDescription: '', protocolName: '', imageType: [], imageOrientationPatient: null };
}

export const isOpen = (facts: SeriesFacts): boolean => {
  const { code, isRuledOut } = recogniseSeries(facts);
  return code === 'NONE' && isRuledOut !== true;
};
