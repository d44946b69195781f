import type { SeriesView, StudyView, UploadView } from '#model/upload-view.ts';
import type { SeriesFacts } from '#model/study.ts';

/** Views made by code, for tests: say what matters, the rest is a plausible MR series. */

export function exampleSeries(given: Partial<Omit<SeriesView, 'facts'>> & { facts?: Partial<SeriesFacts> } = {}): SeriesView {
  return {
    id: 'series-1',
    studyId: 'study-1',
    homeStudyId: 'study-1',
    number: given.facts?.seriesNumber ?? 4,
    isReference: false,
    acquisition: null,
    recognised: null,
    project: null,
    upload: true,
    valid: true,
    slices: 19,
    defaultSlice: 9,
    status: 'on this device',
    message: null,
    files: { total: 19, proved: 0, lost: 0 },
    bytes: { total: 5_600_000, confirmed: 0, proved: 0 },
    window: null,
    ...given,
    facts: {
      key: 'series',
      seriesInstanceUid: '2.25.1',
      seriesNumber: 4,
      seriesDescription: 't2_tse_tra',
      protocolName: '',
      imageComments: '',
      modalityCode: 'MR',
      bodyPartExamined: '',
      imageType: [],
      SOPClassUID: '',
      transferSyntaxUID: '1.2.840.10008.1.2.1',
      cnt: 19,
      numberOfFrames: 1,
      totalFileSize: 5_600_000,
      rows: 384,
      columns: 384,
      bitsAllocated: 16,
      bitsStored: 12,
      samplesPerPixel: 1,
      pixelSpacing: [0.5, 0.5],
      imagerPixelSpacing: null,
      sliceThickness: 3,
      tablePositionSpacing: null,
      imageOrientationPatient: null,
      imageOrientationPatientEquals: true,
      windowCenter: [],
      windowWidth: [],
      rescaleIntercept: 0,
      rescaleSlope: 1,
      rescaleType: '',
      cineRate: null,
      primaryAngle: null,
      secondaryAngle: null,
      drawable: true,
      ...given.facts,
    },
  };
}

export function exampleStudy(given: Partial<Omit<StudyView, 'facts'>> & { facts?: Partial<StudyView['facts']> } = {}): StudyView {
  return {
    id: 'study-1',
    patientName: 'Heron^Quiet',
    originalPatientName: 'Heron^Quiet',
    dirty: false,
    modality: 'MR',
    bodyPart: 'prostate',
    bodyPartBy: 'header',
    labels: [],
    pipeline: null,
    leftOff: [],
    upload: true,
    status: 'on this device',
    series: [exampleSeries()],
    bytes: { total: 5_600_000, selected: 5_600_000, confirmed: 0, proved: 0 },
    ...given,
    facts: {
      key: 'study',
      studyInstanceUid: '2.25.2',
      patientSex: 'O',
      studyDate: '20110707',
      studyTime: '104218',
      studyDescription: '',
      ...given.facts,
    },
  };
}

export function exampleUpload(given: Partial<UploadView> = {}): UploadView {
  return {
    id: 'upload-1',
    state: 'preview',
    started: null,
    studies: [exampleStudy()],
    problems: [],
    files: { total: 19, proved: 0, queued: 19, lost: 0 },
    bytes: { queued: 5_600_000, confirmed: 0, proved: 0, onDevice: 5_600_000, kept: 0 },
    keptUntil: null,
    halt: null,
    waiting: null,
    ...given,
  };
}
