import { describe, expect, it } from 'vitest';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { NOTHING_SENT, type ConversionNeed, type DeidentifiedSeries } from '#model/uploads/deidentified.ts';
import { deidentificationSummary } from './deidentification-choice.ts';
import { deidentificationReport, tagText, valuesByDone } from './deidentification-report.ts';
import { profileText, savedReport } from './deidentification-report-texts.ts';
import { TEXTS } from '#features/upload/texts.ts';
import { exampleSeries, exampleStudy } from '#features/upload/view.example.ts';

const RULES = { settings: FIRST_DEIDENTIFICATION, key: '', tag: 'basic' };

function made(given: Partial<DeidentifiedSeries> = {}): DeidentifiedSeries {
  return { files: 3, isVolume: false, done: [], suspicious: [], pictures: { stated: 0, likely: 0, face: 0 }, sent: NOTHING_SENT, ...given };
}
const PATIENT_ID = { done: 'replaced', tag: 0x00100020, name: 'Patient ID' } as const;
const COMMENTS = { done: 'removed', tag: 0x00104000, name: 'Patient Comments' } as const;
const anonymous = (...series: ReturnType<typeof exampleSeries>[]) => exampleStudy({ anonymize: null, series });

describe('the report of a study', () => {
  it('adds up the actions for its selected series, removals first', () => {
    const study = anonymous(
      exampleSeries({ id: 'a', deidentified: made({ done: [{ ...PATIENT_ID, elements: 3 }] }) }),
      exampleSeries({ id: 'b', deidentified: made({ done: [...[PATIENT_ID, COMMENTS].map((one) => ({ ...one, elements: 2 }))] }) }),
      exampleSeries({ id: 'c', upload: false, deidentified: made({ done: [{ ...COMMENTS, elements: 9 }] }) }),
    );
    const [report] = deidentificationReport([study], RULES);
    expect(report).toMatchObject({ files: 6, open: 0, volumes: 0, points: [] });
    expect(report!.groups).toEqual([
      { done: 'removed', elements: 2, attributes: [{ tag: COMMENTS.tag, name: 'Patient Comments', elements: 2 }] },
      { done: 'replaced', elements: 5, attributes: [{ tag: PATIENT_ID.tag, name: 'Patient ID', elements: 5 }] },
    ]);
  });

  it('adds up the values of all studies, removals first', () => {
    const study = (...done: DeidentifiedSeries['done']) => anonymous(exampleSeries({ deidentified: made({ done }) }));
    const reports = deidentificationReport(
      [
        study({ ...PATIENT_ID, elements: 3 }),
        study({ ...PATIENT_ID, elements: 2 }, { ...COMMENTS, elements: 4 }),
        study({ ...COMMENTS, elements: 1 }, { ...COMMENTS, tag: 0x00081030, elements: 7 }),
      ],
      RULES,
    );
    expect(valuesByDone(reports)).toEqual([
      { done: 'removed', elements: 12 },
      { done: 'replaced', elements: 5 },
    ]);
    expect(valuesByDone([])).toEqual([]);
  });

  it('asks the user to check text in images, values that look like a name, and faces', () => {
    const pictures = { stated: 0, likely: 1, face: 2 };
    const suspicious = [{ tag: COMMENTS.tag, text: 'Dr. Sample called' }];
    const [report] = deidentificationReport([anonymous(exampleSeries({ deidentified: made({ pictures, suspicious }) }))], RULES);
    expect(report!.points.map(({ what }) => what)).toEqual(['text-in-pictures', 'reads-like-name', 'face']);
    expect(report!.points[0]).toMatchObject({ isStated: false });
  });

  it('counts finished boxes, and keeps showing files that were refused because of their boxes', () => {
    const burnedIn = { rows: 384, columns: 384, boxes: [{ row: 0, column: 0, rows: 9, columns: 99 }], isClean: true };
    const pictures = { stated: 1, likely: 0, face: 0, blackedOut: 3 };
    const [black] = deidentificationReport([anonymous(exampleSeries({ burnedIn, deidentified: made({ pictures }) }))], RULES);
    expect(black!.blackedOut).toEqual({ boxes: 1, files: 3, saidClean: 1 });
    const saved = JSON.parse(savedReport([black!], FIRST_DEIDENTIFICATION)) as { studies: { blacked_out: unknown }[] };
    expect(saved.studies[0]!.blacked_out).toEqual({ boxes: 1, files: 3, series_said_to_have_no_name_left: 1 });
    const refused = exampleSeries({ burnedIn, upload: false, refusal: 'boxes-compressed' });
    const [stays] = deidentificationReport([exampleStudy({ anonymize: null, upload: false, series: [refused] })], RULES);
    expect(stays).toMatchObject({ files: 0, blackedOut: { boxes: 0 }, points: [{ what: 'boxes-refused', why: 'boxes-compressed' }] });
  });

  it('adds up by field what is removed from volume headers', () => {
    const volume = (id: string, ...fields: string[]) => {
      const taken = fields.map((field) => ({ field, name: `What ${field} is`, files: 1 }));
      return exampleSeries({ id, deidentified: made({ files: 1, isVolume: true, taken }) });
    };
    const [report] = deidentificationReport([anonymous(volume('a', 'descrip', 'FNAME'), volume('b', 'descrip'), volume('c'))], RULES);
    expect(report).toMatchObject({ volumes: 3, groups: [] });
    const taken = [
      { field: 'descrip', name: 'What descrip is', files: 2 },
      { field: 'FNAME', name: 'What FNAME is', files: 1 },
    ];
    expect(report!.taken).toEqual(taken);
    const saved = JSON.parse(savedReport([report!], FIRST_DEIDENTIFICATION)) as { studies: { taken_out_of_volumes: unknown }[] };
    expect(saved.studies[0]!.taken_out_of_volumes).toEqual(taken);
  });

  it('is absent for a study that is sent unchanged or not sent', () => {
    const studies = [exampleStudy({ anonymize: false }), exampleStudy({ anonymize: true, upload: false })];
    expect(deidentificationReport(studies, RULES)).toEqual([]);
    const asItIs = { ...RULES, settings: { ...RULES.settings, usual: false } };
    expect(deidentificationReport([exampleStudy({ anonymize: null })], asItIs)).toEqual([]);
  });

  it('says that a film is sent unchanged', () => {
    const { facts } = exampleSeries();
    const film = exampleSeries({ deidentified: made({}), facts: { ...facts, transferSyntaxUID: '1.2.840.10008.1.2.4.102' } });
    const [report] = deidentificationReport([anonymous(film)], RULES);
    expect(report!.points.map(({ what }) => what)).toEqual(['film']);
  });

  it('counts series that the server opened separately: this device has nothing to do for them', () => {
    const there = exampleSeries({ id: 'there', location: 'server' });
    const [report] = deidentificationReport([anonymous(exampleSeries({ deidentified: made({}) }), there)], RULES);
    expect(report).toMatchObject({ open: 0, onServer: 1 });
  });

  it('is saved without names and values', () => {
    const suspicious = [{ tag: COMMENTS.tag, text: 'Dr. Sample called' }];
    const study = anonymous(exampleSeries({ deidentified: made({ suspicious, done: [{ ...PATIENT_ID, elements: 3 }] }) }));
    const saved = savedReport(deidentificationReport([study], RULES), FIRST_DEIDENTIFICATION);
    expect(saved).toContain('"0010,0020"');
    expect(saved).not.toMatch(/Heron|Sample/);
  });

  it('names tags and the profile as the standard does', () => {
    expect(tagText(0x0008103e)).toBe('0008,103E');
    const { retain } = FIRST_DEIDENTIFICATION;
    const settings = { ...FIRST_DEIDENTIFICATION, dates: 'shift' as const, retain: { ...retain, uids: true } };
    expect(profileText(settings)).toBe(
      'Basic Profile of DICOM PS3.15, dates shifted, intervals kept, UIDs kept, safe private elements kept, elements for converters kept',
    );
  });
});

describe('elements that converters read', () => {
  const reportOf = (lost: ConversionNeed[], conversion: boolean, keepsForConversion = false) => {
    const forConversion = { kept: [{ creator: 'SIEMENS MR HEADER', elements: 3 }], lost };
    const series = exampleSeries({ keepsForConversion, deidentified: made({ forConversion }) });
    const settings = { ...FIRST_DEIDENTIFICATION, retain: { ...FIRST_DEIDENTIFICATION.retain, conversion } };
    return deidentificationReport([anonymous(series)], { ...RULES, settings })[0]!;
  };

  it('one line says what is kept', () => {
    expect(reportOf([], true)).toMatchObject({ forConversion: [{ creator: 'SIEMENS MR HEADER', elements: 3 }], points: [] });
  });

  it('a warning says what volumes lack, and offers to keep it if the team does not', () => {
    expect(reportOf(['mosaic'], false).points).toMatchObject([{ what: 'wrong-volumes', lost: ['mosaic'], canKeep: true }]);
    expect(reportOf(['mosaic'], false, true).points).toMatchObject([{ what: 'wrong-volumes', canKeep: false }]);
    expect(reportOf(['mosaic'], true).points).toMatchObject([{ what: 'wrong-volumes', canKeep: false }]);
  });
});

describe('the patient data summary', () => {
  type Given = Partial<Parameters<typeof deidentificationSummary>[1]> & { isOpenedThere?: boolean };
  const said = (studies: number, anonymous: number, { isOpenedThere = false, ...given }: Given = {}) =>
    deidentificationSummary({ studies, anonymous, isOpenedThere }, { rules: RULES, series: 4, open: 0, trouble: null, ...given });

  it('says that patient data stays here, is sent, or is sent for some studies', () => {
    expect(said(2, 2)).toMatchObject({ tone: 'without', plain: TEXTS.withoutPatientData });
    expect(said(2, 0)).toMatchObject({ tone: 'with', plain: TEXTS.withPatientData });
    expect(said(3, 2)).toMatchObject({ tone: 'with', plain: '1 study is sent with patient data' });
  });

  it('says that the server removes it from archives that it opened, so it has left this device', () => {
    expect(said(2, 2, { isOpenedThere: true })).toMatchObject({ tone: 'without', plain: TEXTS.withoutPatientDataThere });
    expect(said(3, 2, { isOpenedThere: true }).why).toContain('or where the server opened it');
  });

  it('shows the progress, and never reports the end too early', () => {
    expect(said(2, 2, { open: 3 })).toMatchObject({ tone: 'without', why: '1 of 4 series done. You can go on meanwhile.' });
  });

  it('says what to do when this device has no rules or no space', () => {
    expect(said(2, 2, { rules: null })).toMatchObject({ tone: 'you', why: TEXTS.rulesUnknownWhy });
    expect(said(2, 2, { trouble: 'no-room' }).tone).toBe('you');
  });
});
