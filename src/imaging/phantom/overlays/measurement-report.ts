import { phantomUid } from '#imaging/phantom/elements.ts';
import { phantomPlan, type PhantomPlan, type PhantomRequest } from '#imaging/phantom.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { writeDicom, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import { code, frameOfReferenceUid, imageItems, instanceElements, numbers, sequence, text, type CodeWords } from './elements.ts';
import { lesionCircle, middleSlice, PHANTOM_LESIONS, pixelOfPoint, pointOnCircle, type PhantomLesion } from './lesions.ts';

/**
 * A measurement report on a series of the phantom (PS3.16 TID 1500): a group for each lesion with its outline on the image and its length, and for the first one
 * also its centre in space, and a measurement that was not possible.
 */
export function createPhantomMeasurementReport(
  request: PhantomRequest,
  { transferSyntaxUid }: { transferSyntaxUid?: string } = {},
): Uint8Array<ArrayBuffer> {
  const plan = phantomPlan(request);
  const elements = [
    ...instanceElements(plan, { modality: 'SR', sopClassUid: SOP_CLASS, seriesNumber: 103, description: 'Measurements' }),
    text(TAG.ValueType, 'CS', 'CONTAINER'),
    code(TAG.ConceptNameCodeSequence, ['126000', 'DCM', 'Imaging Measurement Report']),
    sequence(TAG.ContentSequence, [
      item('HAS OBS CONTEXT', 'PNAME', ['121008', 'DCM', 'Person Observer Name'], [text(PERSON_NAME, 'PN', 'Wren^Calm')]),
      container(
        ['126010', 'DCM', 'Imaging Measurements'],
        PHANTOM_LESIONS.map((lesion) => groupOf(plan, lesion)),
      ),
      item('CONTAINS', 'TEXT', ['121071', 'DCM', 'Finding'], [text(TAG.TextValue, 'UT', 'A text that is no measurement')]),
    ]),
  ];
  return writeDicom({ elements, ...(transferSyntaxUid ? { transferSyntaxUid } : {}) });
}

/** Comprehensive 3D SR. */
const SOP_CLASS = '1.2.840.10008.5.1.4.1.1.88.34';
const PERSON_NAME = 0x0040a123;
const RELATIONSHIP_TYPE = 0x0040a010;

function groupOf(plan: PhantomPlan, lesion: PhantomLesion): DicomElement[] {
  const { number, label, centre } = lesion;
  const slice = middleSlice(plan, lesion);
  const circle = lesionCircle(plan, slice, lesion)!;
  const pixel = (angle: number) => pixelOfPoint(plan, slice, pointOnCircle(plan, circle, angle));
  const isFirst = number === PHANTOM_LESIONS[0]!.number;
  return container(
    ['125007', 'DCM', 'Measurement Group'],
    [
      item('HAS OBS CONTEXT', 'TEXT', ['112039', 'DCM', 'Tracking Identifier'], [text(TAG.TextValue, 'UT', `${label} ${number}`)]),
      item(
        'HAS OBS CONTEXT',
        'UIDREF',
        ['112040', 'DCM', 'Tracking Unique Identifier'],
        [text(TAG.UID, 'UI', phantomUid(plan.study, 'tracking', number))],
      ),
      item('CONTAINS', 'CODE', ['121071', 'DCM', 'Finding'], [code(TAG.ConceptCodeSequence, ['4147007', 'SCT', 'Mass'])]),
      item('HAS CONCEPT MOD', 'CODE', ['363698007', 'SCT', 'Finding Site'], [code(TAG.ConceptCodeSequence, ['12738006', 'SCT', 'Brain'])]),
      onImage(plan, slice, 'CONTAINS', 'CIRCLE', [pixelOfPoint(plan, slice, circle.centre), pixel(0)]),
      measured(['410668003', 'SCT', 'Length'], ['mm', 'UCUM', 'mm'], 2 * circle.radiusMm, [
        onImage(plan, slice, 'INFERRED FROM', 'POLYLINE', [pixel(Math.PI), pixel(0)]),
      ]),
      ...(isFirst
        ? [
            inSpace(plan, 'POINT', [...centre]),
            item('CONTAINS', 'NUM', ['118565006', 'SCT', 'Volume'], [sequence(TAG.MeasuredValueSequence, [])]),
          ]
        : []),
    ],
  );
}

function item(relationship: string, type: string, name: CodeWords | null, more: readonly DicomElement[]): DicomElement[] {
  return [
    text(RELATIONSHIP_TYPE, 'CS', relationship),
    text(TAG.ValueType, 'CS', type),
    ...(name ? [code(TAG.ConceptNameCodeSequence, name)] : []),
    ...more,
  ];
}

function container(name: CodeWords, children: readonly (readonly DicomElement[])[]): DicomElement[] {
  return item('CONTAINS', 'CONTAINER', name, [sequence(TAG.ContentSequence, children)]);
}

function measured(name: CodeWords, unit: CodeWords, value: number, children: readonly (readonly DicomElement[])[]): DicomElement[] {
  const number = [text(TAG.NumericValue, 'DS', value.toFixed(4)), code(TAG.MeasurementUnitsCodeSequence, unit)];
  return item('CONTAINS', 'NUM', name, [sequence(TAG.MeasuredValueSequence, [number]), sequence(TAG.ContentSequence, children)]);
}

function onImage(
  plan: PhantomPlan,
  slice: number,
  relationship: string,
  type: string,
  points: readonly (readonly number[])[],
): DicomElement[] {
  const image = item('SELECTED FROM', 'IMAGE', null, [sequence(TAG.ReferencedSOPSequence, imageItems(plan, [slice]))]);
  return item(
    relationship,
    'SCOORD',
    ['111030', 'DCM', 'Image Region'],
    [sequence(TAG.ContentSequence, [image]), numbers(TAG.GraphicData, 'FL', ...points.flat()), text(TAG.GraphicType, 'CS', type)],
  );
}

function inSpace({ study }: PhantomPlan, type: string, points: readonly number[]): DicomElement[] {
  return item(
    'CONTAINS',
    'SCOORD3D',
    ['111030', 'DCM', 'Image Region'],
    [
      numbers(TAG.GraphicData, 'FL', ...points),
      text(TAG.GraphicType, 'CS', type),
      text(TAG.ReferencedFrameOfReferenceUID, 'UI', frameOfReferenceUid(study)),
    ],
  );
}
