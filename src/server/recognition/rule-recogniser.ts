import type { AcquisitionCode } from '#contract/acquisitions.ts';
import type { RecognisedSeries } from '#contract/recognition.ts';
import { GRID } from '#contract/recognition.ts';
import { recogniseHeader } from '#imaging/recognise/recognise.ts';
import { recogniseTile } from '#imaging/recognise/recognise-tile.ts';
import { decodePng } from './decode-png.ts';
import type { Recogniser } from './recogniser.ts';

/** The device's rules for headers, and pixel measurements for images: used by a server without a model. */
export const ruleRecogniser: Recogniser = {
  models: { text: null, image: null },
  async headers({ s }) {
    return s.map(({ ui, h }) => toAnswer(ui, recogniseHeader(h)));
  },
  async grid({ series, png }) {
    const rows = Math.ceil(series.length / GRID.columns);
    const picture = await decodePng(png, { width: GRID.columns * GRID.tilePx, height: rows * GRID.tilePx });
    return series.map((ui, place) => {
      const left = (place % GRID.columns) * GRID.tilePx;
      const top = Math.floor(place / GRID.columns) * GRID.tilePx;
      return toAnswer(ui, recogniseTile(picture, { left, top, size: GRID.tilePx, label: GRID.labelPx }));
    });
  },
};

function toAnswer(ui: string, { code, score }: { code: AcquisitionCode; score: number }): RecognisedSeries {
  return { ui, acquisition: code, score };
}
