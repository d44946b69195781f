import { describe, expect, it } from 'vitest';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { NOTHING_SENT, type ConversionNeed, type DeidentifiedSeries } from '#model/deidentified.ts';
import { leavingAsText } from './leaving-as.ts';
import { leavingReport, tagText } from './leaving-report.ts';
import { profileText, savedReport } from './leaving-report-texts.ts';
import { TEXTS } from './texts.ts';
import { exampleSeries, exampleStudy } from './view.example.ts';

const RULES = { settings: FIRST_DEIDENTIFICATION, key: '', tag: 'basic' };

function made(given: Partial<DeidentifiedSeries> = {}): DeidentifiedSeries {
  return { files: 3, isVolume: false, done: [], suspicious: [], pictures: { stated: 0, likely: 0, face: 0 }, sent: NOTHING_SENT, ...given };
}
const PATIENT_ID = { done: 'replaced', tag: 0x00100020, name: 'Patient ID' } as const;
const COMMENTS = { done: 'removed', tag: 0x00104000, name: 'Patient Comments' } as const;
const anonymous = (...series: ReturnType<typeof exampleSeries>[]) => exampleStudy({ anonymize: null, series });

describe('the report of a study', () => {
  it('adds up what is done to its selected series, what is taken away first', () => {
    const study = anonymous(
      exampleSeries({ id: 'a', deidentified: made({ done: [{ ...PATIENT_ID, elements: 3 }] }) }),
      exampleSeries({ id: 'b', deidentified: made({ done: [...[PATIENT_ID, COMMENTS].map((one) => ({ ...one, elements: 2 }))] }) }),
      exampleSeries({ id: 'c', upload: false, deidentified: made({ done: [{ ...COMMENTS, elements: 9 }] }) }),
    );
    const [report] = leavingReport([study], RULES);
    expect(report).toMatchObject({ files: 6, open: 0, volumes: 0, points: [] });
    expect(report!.groups).toEqual([
      { done: 'removed', elements: 2, attributes: [{ tag: COMMENTS.tag, name: 'Patient Comments', elements: 2 }] },
      { done: 'replaced', elements: 5, attributes: [{ tag: PATIENT_ID.tag, name: 'Patient ID', elements: 5 }] },
    ]);
  });

  it('asks a person to look at text in pictures, at what reads like a name, and at faces', () => {
    const pictures = { stated: 0, likely: 1, face: 2 };
    const suspicious = [{ tag: COMMENTS.tag, text: 'Dr. Sample called' }];
    const [report] = leavingReport([anonymous(exampleSeries({ deidentified: made({ pictures, suspicious }) }))], RULES);
    expect(report!.points.map(({ what }) => what)).toEqual(['text-in-pictures', 'reads-like-name', 'face']);
    expect(report!.points[0]).toMatchObject({ isStated: false });
  });

  it('counts boxes that are black, and keeps in sight what was refused for its boxes', () => {
    const burnedIn = { rows: 384, columns: 384, boxes: [{ row: 0, column: 0, rows: 9, columns: 99 }], isClean: true };
    const pictures = { stated: 1, likely: 0, face: 0, blackedOut: 3 };
    const [black] = leavingReport([anonymous(exampleSeries({ burnedIn, deidentified: made({ pictures }) }))], RULES);
    expect(black!.blackedOut).toEqual({ boxes: 1, files: 3, saidClean: 1 });
    const saved = JSON.parse(savedReport([black!], FIRST_DEIDENTIFICATION)) as { studies: { blacked_out: unknown }[] };
    expect(saved.studies[0]!.blacked_out).toEqual({ boxes: 1, files: 3, series_said_to_have_no_name_left: 1 });
    const refused = exampleSeries({ burnedIn, upload: false, refusal: 'boxes-compressed' });
    const [stays] = leavingReport([exampleStudy({ anonymize: null, upload: false, series: [refused] })], RULES);
    expect(stays).toMatchObject({ files: 0, blackedOut: { boxes: 0 }, points: [{ what: 'boxes-refused', why: 'boxes-compressed' }] });
  });

  it('adds up what is taken out of headers of volumes, by field', () => {
    const volume = (id: string, ...fields: string[]) => {
      const taken = fields.map((field) => ({ field, name: `What ${field} is`, files: 1 }));
      return exampleSeries({ id, deidentified: made({ files: 1, isVolume: true, taken }) });
    };
    const [report] = leavingReport([anonymous(volume('a', 'descrip', 'FNAME'), volume('b', 'descrip'), volume('c'))], RULES);
    expect(report).toMatchObject({ volumes: 3, groups: [] });
    const taken = [
      { field: 'descrip', name: 'What descrip is', files: 2 },
      { field: 'FNAME', name: 'What FNAME is', files: 1 },
    ];
    expect(report!.taken).toEqual(taken);
    const saved = JSON.parse(savedReport([report!], FIRST_DEIDENTIFICATION)) as { studies: { taken_out_of_volumes: unknown }[] };
    expect(saved.studies[0]!.taken_out_of_volumes).toEqual(taken);
  });

  it('is none of a study that goes as it is, or stays', () => {
    const studies = [exampleStudy({ anonymize: false }), exampleStudy({ anonymize: true, upload: false })];
    expect(leavingReport(studies, RULES)).toEqual([]);
    const asItIs = { ...RULES, settings: { ...RULES.settings, usual: false } };
    expect(leavingReport([exampleStudy({ anonymize: null })], asItIs)).toEqual([]);
  });

  it('says of a film that it leaves as it is', () => {
    const { facts } = exampleSeries();
    const film = exampleSeries({ deidentified: made({}), facts: { ...facts, transferSyntaxUID: '1.2.840.10008.1.2.4.102' } });
    const [report] = leavingReport([anonymous(film)], RULES);
    expect(report!.points.map(({ what }) => what)).toEqual(['film']);
  });

  it('counts series that the server has opened apart: nothing of them is still to be done here', () => {
    const there = exampleSeries({ id: 'there', location: 'server' });
    const [report] = leavingReport([anonymous(exampleSeries({ deidentified: made({}) }), there)], RULES);
    expect(report).toMatchObject({ open: 0, onServer: 1 });
  });

  it('is saved without a name and without a value', () => {
    const suspicious = [{ tag: COMMENTS.tag, text: 'Dr. Sample called' }];
    const study = anonymous(exampleSeries({ deidentified: made({ suspicious, done: [{ ...PATIENT_ID, elements: 3 }] }) }));
    const saved = savedReport(leavingReport([study], RULES), FIRST_DEIDENTIFICATION);
    expect(saved).toContain('"0010,0020"');
    expect(saved).not.toMatch(/Heron|Sample/);
  });

  it('names tags and the profile as the standard does', () => {
    expect(tagText(0x0008103e)).toBe('0008,103E');
    const { retain } = FIRST_DEIDENTIFICATION;
    const settings = { ...FIRST_DEIDENTIFICATION, dates: 'shift' as const, retain: { ...retain, uids: true } };
    expect(profileText(settings)).toBe(
      'Basic Profile of DICOM PS3.15, dates moved, distances kept, UIDs kept, safe private elements kept, what converters read kept',
    );
  });
});

describe('of what converters read', () => {
  const reportOf = (lost: ConversionNeed[], conversion: boolean, keepsForConversion = false) => {
    const forConversion = { kept: [{ creator: 'SIEMENS MR HEADER', elements: 3 }], lost };
    const series = exampleSeries({ keepsForConversion, deidentified: made({ forConversion }) });
    const settings = { ...FIRST_DEIDENTIFICATION, retain: { ...FIRST_DEIDENTIFICATION.retain, conversion } };
    return leavingReport([anonymous(series)], { ...RULES, settings })[0]!;
  };

  it('a line says what stays', () => {
    expect(reportOf([], true)).toMatchObject({ forConversion: [{ creator: 'SIEMENS MR HEADER', elements: 3 }], points: [] });
  });

  it('a point says what volumes miss, and offers to keep it where the team does not', () => {
    expect(reportOf(['mosaic'], false).points).toMatchObject([{ what: 'wrong-volumes', lost: ['mosaic'], canKeep: true }]);
    expect(reportOf(['mosaic'], false, true).points).toMatchObject([{ what: 'wrong-volumes', canKeep: false }]);
    expect(reportOf(['mosaic'], true).points).toMatchObject([{ what: 'wrong-volumes', canKeep: false }]);
  });
});

describe('what is said of patient data', () => {
  type Given = Partial<Parameters<typeof leavingAsText>[1]> & { isOpenedThere?: boolean };
  const said = (studies: number, anonymous: number, { isOpenedThere = false, ...given }: Given = {}) =>
    leavingAsText({ studies, anonymous, isOpenedThere }, { rules: RULES, series: 4, open: 0, trouble: null, ...given });

  it('is that it stays here, or goes, or that some of it goes', () => {
    expect(said(2, 2)).toMatchObject({ tone: 'without', plain: TEXTS.withoutPatientData });
    expect(said(2, 0)).toMatchObject({ tone: 'with', plain: TEXTS.withPatientData });
    expect(said(3, 2)).toMatchObject({ tone: 'with', plain: '1 study is sent with patient data' });
  });

  it('is that the server takes it out of what it opened: that has left this device with it', () => {
    expect(said(2, 2, { isOpenedThere: true })).toMatchObject({ tone: 'without', plain: TEXTS.withoutPatientDataThere });
    expect(said(3, 2, { isOpenedThere: true }).why).toContain('or where the server opened it');
  });

  it('is how far it is, and never that it is done before it is', () => {
    expect(said(2, 2, { open: 3 })).toMatchObject({ tone: 'without', why: '1 of 4 series done. You can go on meanwhile.' });
  });

  it('is what to do where this device was never told how, or has no room', () => {
    expect(said(2, 2, { rules: null })).toMatchObject({ tone: 'you', why: TEXTS.rulesUnknownWhy });
    expect(said(2, 2, { trouble: 'no-room' }).tone).toBe('you');
  });
});
