import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { StudyView } from '#model/upload-view.ts';
import { StudyCard } from './StudyCard.tsx';
import { exampleSeries, exampleStudy } from './view.example.ts';

const BODY_PARTS = { list: [{ slug: 'prostate', title: 'Prostate' }], slugs: new Set(['prostate']) };

function cardOf(study: StudyView): string {
  const ignored = () => {};
  return renderToStaticMarkup(
    <MantineProvider>
      <StudyCard study={study} bodyParts={BODY_PARTS} withHead onSelectStudy={ignored} onSelectSeries={ignored} onBodyPart={ignored} />
    </MantineProvider>,
  );
}

describe('a study of the preview', () => {
  it('shows each series with its number, description, size, slices and status', () => {
    const card = cardOf(exampleStudy());
    expect(card).toMatch(/role="row"[^>]*aria-label="4 t2_tse_tra"[^>]*data-series="series-1"/);
    for (const text of ['384 × 384 · 3 mm', '10 / 19', 'on this device', 'Heron, Quiet', '07.07.2011 10:42:18'])
      expect(card).toContain(text);
  });

  it('has a slider from the first slice to the last', () => {
    expect(cardOf(exampleStudy())).toMatch(/type="range" min="0" max="18"[^>]*value="9"/);
  });

  it('names what has no description and draws no number where there is none', () => {
    const series = exampleSeries({ facts: { seriesDescription: '', seriesNumber: null } });
    expect(cardOf(exampleStudy({ series: [series] }))).toContain('aria-label="No description"');
  });

  it('asks for the body part of a study that goes, and of no other', () => {
    expect(cardOf(exampleStudy({ bodyPart: null }))).toContain('Missing bodypart');
    expect(cardOf(exampleStudy({ bodyPart: null, upload: false }))).not.toContain('Missing bodypart');
    expect(cardOf(exampleStudy())).not.toContain('Missing bodypart');
  });

  it('warns to the letter that an empty study will not be uploaded', () => {
    expect(cardOf(exampleStudy({ series: [], upload: false }))).toContain(
      'This study will not be uploaded since it is empty (not containing any series anymore).',
    );
  });
});
