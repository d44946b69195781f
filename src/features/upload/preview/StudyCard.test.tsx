import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { StudyView } from '#model/uploads/upload-view.ts';
import { TeamSettingsProvider } from '#features/upload/configuration/use-team-settings.ts';
import { GeneratingContext } from '#features/upload/pictures/series-panel-context.ts';
import { StudyCard } from './StudyCard.tsx';
import type { EditActions } from '#features/upload/editing/use-edit-actions.ts';
import { exampleSeries, exampleStudy } from '#features/upload/view.example.ts';

const SETTINGS = {
  bodyParts: { list: [{ slug: 'prostate', title: 'Prostate' }], slugs: new Set(['prostate']) },
  rules: null,
  modalities: null,
  acquisitions: null,
  pipelines: null,
};

const ignored = () => {};
const ACTS: EditActions = {
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
      <TeamSettingsProvider value={SETTINGS}>
        <GeneratingContext value={generatingId}>
          <StudyCard
            study={study}
            actions={ACTS}
            withHead
            isFolded={false}
            onFold={ignored}
            listActions={{ selectAll: ignored, select: ignored, extend: ignored, targetsOf: () => [] }}
            isLong={isLong}
            panelSeriesId={null}
            isAnonymous={false}
          />
        </GeneratingContext>
      </TeamSettingsProvider>
    </MantineProvider>,
  );
}

describe('a study of the preview', () => {
  it('shows each series with its number, description, size, slices and status [UPL2-019, UPL2-021, UPL2-023, UPL2-028]', () => {
    const card = cardOf(exampleStudy());
    expect(card).toMatch(/role="row"[^>]*aria-label="4 t2_tse_tra"[^>]*data-series="series-1"/);
    for (const text of ['384 × 384 · 3 mm', '10 / 19', 'on this device', 'Heron, Quiet', '07.07.2011 10:42:18'])
      expect(card).toContain(text);
  });

  it('says that a series which the server turns into a viewable volume is being converted [CONV-023]', () => {
    const study = exampleStudy({ series: [exampleSeries({ location: 'server', status: 'on server' })] });
    expect(cardOf(study)).toContain('on server');
    const generating = cardOf(study, false, 'series-1');
    expect(generating).toContain('converting');
    expect(generating).not.toContain('on server');
    expect(cardOf(study, false, 'another')).toContain('on server');
  });

  it('reports versions of the same image, and files with the same name and size [FILE-013]', () => {
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

  it('draws a row of a long list when it comes near; before, it has its name and can be focused, and a row with an open question is always drawn', () => {
    const series = [exampleSeries(), exampleSeries({ id: 'series-2', number: null })];
    const card = cardOf(exampleStudy({ series }), true);
    expect(card).toMatch(
      /role="row" tabindex="0" aria-label="4 t2_tse_tra"[^>]*data-series="series-1"[^>]*><div role="gridcell">4 t2_tse_tra<\/div><\/div>/,
    );
    expect(card).toContain('id="series-number-series-2"');
    expect(card.match(/type="range"/g)).toHaveLength(1);
  });

  it('has a slider from the first slice to the last [PREV-001, UPL2-020]', () => {
    expect(cardOf(exampleStudy())).toMatch(/type="range" min="0" max="18"[^>]*value="9"/);
  });

  it('shows a placeholder for a missing description, and no number when there is none', () => {
    const series = exampleSeries({ number: null, facts: { seriesDescription: '', seriesNumber: null } });
    expect(cardOf(exampleStudy({ series: [series] }))).toContain('aria-label="No description"');
  });

  it('requires the number of a series that is sent, and of no other [UPL2-022]', () => {
    const asks = /<input id="series-number-series-1"[^>]*aria-invalid="true"[^>]*title="Serie number is required"/;
    expect(cardOf(exampleStudy({ series: [exampleSeries({ number: null })] }))).toMatch(asks);
    expect(cardOf(exampleStudy({ series: [exampleSeries({ number: null, upload: false })] }))).not.toMatch(asks);
    expect(cardOf(exampleStudy())).not.toMatch(asks);
  });

  it('shows the name that the user entered, and offers to restore that of the files [UPL2-012]', () => {
    const card = cardOf(exampleStudy({ patientName: 'Case 7', dirty: true }));
    expect(card).toMatch(/<input[^>]*aria-label="Patient name of Case 7"[^>]*value="Case 7"/);
    expect(card).toMatch(/<button[^>]*aria-label="restore the name in the files: Heron, Quiet"[^>]*>restore</);
    expect(cardOf(exampleStudy())).not.toContain('restore');
  });

  it('presses the anchor of the reference series only, and offers none for series that are not selected [UPL2-025]', () => {
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

  it('requires the body part of a study that is sent, and of no other', () => {
    expect(cardOf(exampleStudy({ bodyPart: null }))).toContain('Missing bodypart');
    expect(cardOf(exampleStudy({ bodyPart: null, upload: false }))).not.toContain('Missing bodypart');
    expect(cardOf(exampleStudy())).not.toContain('Missing bodypart');
  });

  it('warns verbatim that an empty study will not be uploaded [UPL2-031]', () => {
    expect(cardOf(exampleStudy({ series: [], upload: false }))).toContain(
      'This study will not be uploaded since it is empty (not containing any series anymore).',
    );
  });
});
