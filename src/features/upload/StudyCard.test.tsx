import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { StudyView } from '#model/upload-view.ts';
import { GeneratingContext } from './looked-at.ts';
import { StudyCard } from './StudyCard.tsx';
import type { ArrangeActs } from './use-arrange-acts.ts';
import { exampleSeries, exampleStudy } from './view.example.ts';

const BODY_PARTS = { list: [{ slug: 'prostate', title: 'Prostate' }], slugs: new Set(['prostate']) };

const ignored = () => {};
const ACTS: ArrangeActs = {
  selectStudy: ignored,
  setJoins: ignored,
  selectSeries: ignored,
  setBodyPart: ignored,
  writeName: ignored,
  anonymize: ignored,
  restoreName: ignored,
  writeNumber: ignored,
  markReference: ignored,
  sayBurnedIn: ignored,
  keepForConversion: ignored,
  move: ignored,
  chooseAcquisition: ignored,
  chooseProject: ignored,
  chooseLabel: ignored,
  choosePipeline: ignored,
  stopRecognising: () => undefined,
};

function cardOf(study: StudyView, isLong = false, generatingId: string | null = null): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <GeneratingContext value={generatingId}>
        <StudyCard
          study={study}
          bodyParts={BODY_PARTS}
          acts={ACTS}
          withHead
          isFolded={false}
          onFold={ignored}
          listActs={{ selectAll: ignored, select: ignored, extend: ignored, targetsOf: () => [], isLong: () => isLong }}
          lookedAtId={null}
          isAnonymous={false}
        />
      </GeneratingContext>
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

  it('says of a series of which the server makes a volume to be looked at that it is being converted (CONV-023)', () => {
    const study = exampleStudy({ series: [exampleSeries({ location: 'server', status: 'on server' })] });
    expect(cardOf(study)).toContain('on server');
    const generating = cardOf(study, false, 'series-1');
    expect(generating).toContain('converting');
    expect(generating).not.toContain('on server');
    expect(cardOf(study, false, 'another')).toContain('on server');
  });

  it('says what is alike in it and not the same (FILE-013)', () => {
    const card = cardOf(
      exampleStudy({
        series: [
          exampleSeries({ alike: { instance: 2, nameAndSize: 1 } }),
          exampleSeries({ id: 'b', alike: { instance: 0, nameAndSize: 1 } }),
        ],
      }),
    );
    expect(card).toContain('2 files are versions of an image that is here more than once');
    expect(card).toContain('2 files have the name and size of another. Their bytes differ, so none is a duplicate.');
    expect(cardOf(exampleStudy())).not.toMatch(/versions of an image|name and size/);
  });

  it('draws a row of a long list when it comes near; it has its name and takes the focus before, and one with something to settle is drawn', () => {
    const series = [exampleSeries(), exampleSeries({ id: 'series-2', number: null })];
    const card = cardOf(exampleStudy({ series }), true);
    expect(card).toMatch(
      /role="row" tabindex="0" aria-label="4 t2_tse_tra"[^>]*data-series="series-1"[^>]*><div role="gridcell">4 t2_tse_tra<\/div><\/div>/,
    );
    expect(card).toContain('id="series-number-series-2"');
    expect(card.match(/type="range"/g)).toHaveLength(1);
  });

  it('has a slider from the first slice to the last', () => {
    expect(cardOf(exampleStudy())).toMatch(/type="range" min="0" max="18"[^>]*value="9"/);
  });

  it('names what has no description and draws no number where there is none', () => {
    const series = exampleSeries({ number: null, facts: { seriesDescription: '', seriesNumber: null } });
    expect(cardOf(exampleStudy({ series: [series] }))).toContain('aria-label="No description"');
  });

  it('asks for the number of a series that goes, and of no other (UPL2-022)', () => {
    const asks = /<input id="series-number-series-1"[^>]*aria-invalid="true"[^>]*title="Serie number is required"/;
    expect(cardOf(exampleStudy({ series: [exampleSeries({ number: null })] }))).toMatch(asks);
    expect(cardOf(exampleStudy({ series: [exampleSeries({ number: null, upload: false })] }))).not.toMatch(asks);
    expect(cardOf(exampleStudy())).not.toMatch(asks);
  });

  it('shows the name that a person wrote, and the way back to that of the files', () => {
    const card = cardOf(exampleStudy({ patientName: 'Case 7', dirty: true }));
    expect(card).toMatch(/<input[^>]*aria-label="Patient name of Case 7"[^>]*value="Case 7"/);
    expect(card).toMatch(/<button[^>]*aria-label="restore the name of the files: Heron, Quiet"[^>]*>restore</);
    expect(cardOf(exampleStudy())).not.toContain('restore');
  });

  it('presses the anchor of the reference series alone, and offers none to what is not selected', () => {
    const series = [
      exampleSeries({ id: 'a', isReference: true, facts: { seriesNumber: 1 } }),
      exampleSeries({ id: 'b', facts: { seriesNumber: 2 } }),
      exampleSeries({ id: 'c', upload: false, facts: { seriesNumber: 3 } }),
    ];
    const anchors = cardOf(exampleStudy({ series })).match(/<button[^>]*aria-pressed[^>]*>/g) ?? [];
    expect(anchors.map((anchor) => [/aria-pressed="(\w+)"/.exec(anchor)?.[1], anchor.includes('disabled=""')])).toEqual([
      ['true', false],
      ['false', false],
      ['false', true],
    ]);
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
