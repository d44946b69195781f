import type { AnswerContent, FormCode, FormField, FormItem, FormSection, FormValue, FormVersion } from '#model/forms/form-types.ts';
import { shownValues } from '#model/forms/fields.ts';
import { writeDicom, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import { CODE, unitCode, type Code } from './codes.ts';
import {
  codeItem,
  container,
  coordinatesItem,
  dateItem,
  imageItem,
  numberItem,
  textItem,
  uidItem,
  type ImageReference,
} from './content-items.ts';
import { observerItems, uuidToUid } from './measurement-group.ts';
import { evidenceElements, reportHeader, type EvidenceImage, type ReportHeader } from './report-header.ts';

type Item = readonly DicomElement[];

export interface FormReport extends ReportHeader {
  version: Pick<FormVersion, 'title' | 'definition'>;
  answer: AnswerContent & { uuid: string; user: { name: string } | null };
  /** The image that a lesion or slice is on; null: it has none, or it is no DICOM image. */
  imageOf(item: FormItem): EvidenceImage | null;
}

interface Placed {
  item: FormItem;
  image: EvidenceImage | null;
}

/**
 * An answer to a form as a DICOM structured report (TID 1500): a measurement group for each lesion, series and slice, and one for numbers of the study, whose
 * other values are qualitative evaluations. A draft is a report that is not complete.
 */
export function writeFormSr(report: FormReport): Uint8Array<ArrayBuffer> {
  const { study, version, answer, imageOf } = report;
  const placed = answer.items.map((item) => ({ item, image: imageOf(item) }));
  const images = placed.flatMap(({ item, image }) => (image === null ? [] : [{ sop: item.place!.slice!.sop, image }]));
  const completion = answer.state === 'complete' ? 'COMPLETE' : 'PARTIAL';
  return writeDicom({
    elements: [
      ...reportHeader(report, version.title.slice(0, LONGEST_TEXT), completion),
      ...evidenceElements(study, images),
      ...contentElements(report, placed),
    ],
  });
}

/** LO. */
const LONGEST_TEXT = 64;

function contentElements({ version: { definition }, answer }: FormReport, placed: readonly Placed[]): readonly DicomElement[] {
  const ofStudy = definition.sections.filter(({ scope }) => scope === 'study').flatMap(({ fields }) => fields);
  const values = itemsOf(ofStudy, answer.values, answer.values);
  const isNumber = ([field]: [FormField, Item]): boolean => field.kind === 'number';
  const numbers = values.filter(isNumber).map(([, item]) => item);
  const others = values.filter((each) => !isNumber(each)).map(([, item]) => item);
  const images = new Map(placed.flatMap((each) => referenceOf(each) ?? []).map((image) => [JSON.stringify(image), image]));
  const groups = [
    ...(numbers.length === 0 ? [] : [group('Study', answer.uuid, numbers)]),
    ...placed.map((each) => itemGroup(each, definition.sections, answer.values)),
  ];
  return container(null, CODE.report, '1500', [
    codeItem('HAS CONCEPT MOD', CODE.language, CODE.english),
    ...(answer.user === null ? [] : observerItems(answer.user.name)),
    codeItem('HAS CONCEPT MOD', CODE.procedure, CODE.imaging),
    ...(images.size === 0
      ? []
      : [
          container('CONTAINS', CODE.library, '1600', [
            container(
              'CONTAINS',
              CODE.libraryGroup,
              null,
              [...images.values()].map((image) => imageItem('CONTAINS', null, image)),
            ),
          ]),
        ]),
    ...(groups.length === 0 ? [] : [container('CONTAINS', CODE.measurements, null, groups)]),
    ...(others.length === 0 ? [] : [container('CONTAINS', CODE.qualitative, null, others)]),
  ]);
}

const group = (tracking: string, uuid: string, items: readonly Item[]): Item =>
  container('CONTAINS', CODE.group, '1501', [
    textItem('HAS OBS CONTEXT', CODE.trackingId, tracking),
    uidItem('HAS OBS CONTEXT', CODE.trackingUid, uuidToUid(uuid)),
    ...items,
  ]);

const NAMES = { lesion: 'Lesion', series: 'Series', slice: 'Slice' } as const;

function itemGroup(placed: Placed, sections: readonly FormSection[], ofStudy: AnswerContent['values']): Item {
  const { uuid, scope, number, place, values } = placed.item;
  const fields = sections.filter((section) => section.scope === scope).flatMap((section) => section.fields);
  const image = referenceOf(placed);
  const point = place?.slice?.point ?? null;
  const where =
    image === null
      ? []
      : [
          point === null
            ? imageItem('CONTAINS', CODE.source, image)
            : coordinatesItem('CONTAINS', CODE.region, { type: 'POINT', points: [point] }, image),
        ];
  return group(`${NAMES[scope]} ${number}`, uuid, [...where, ...itemsOf(fields, values, ofStudy).map(([, item]) => item)]);
}

function referenceOf({ item, image }: Placed): ImageReference | null {
  const slice = item.place?.slice;
  if (image === null || !slice) return null;
  return { sopClassUid: image.sopClassUid, sop: slice.sop, frame: image.frames > 1 ? slice.frame + 1 : null };
}

/** The values that are shown, in the order of the form. */
function itemsOf(fields: readonly FormField[], values: AnswerContent['values'], ofStudy: AnswerContent['values']): [FormField, Item][] {
  const shown = shownValues(fields, values, ofStudy);
  return fields.flatMap((field) => {
    const value = shown[field.key];
    return value === undefined ? [] : valueItems(field, value).map((item): [FormField, Item] => [field, item]);
  });
}

function valueItems(field: FormField, value: FormValue): Item[] {
  const name = codeOf(field.code, field.key, field.label);
  switch (value.kind) {
    case 'choice': {
      const options = field.kind === 'choice' ? field.options.filter(({ key }) => value.options.includes(key)) : [];
      return options.map(({ key, text, code }) => codeItem('CONTAINS', name, codeOf(code, key, text)));
    }
    case 'number':
      return [numberItem(name, value.number, unitOf(field), [])];
    case 'text':
      return [textItem('CONTAINS', name, value.text)];
    case 'date':
      return [dateItem('CONTAINS', name, value.day)];
    case 'code':
      return [codeItem('CONTAINS', name, codeOf(value.code, '', ''))];
  }
}

/** UCUM, as the form says it. */
function unitOf(field: FormField): Code {
  const unit = field.kind === 'number' ? field.unit : '';
  if (unit === '') return unitCode(null);
  const known = unitCode(unit);
  return known[0] === `{${unit}}` ? [unit, 'UCUM', unit] : known;
}

/** What has no code gets one of our own. */
function codeOf(code: FormCode | null, key: string, meaning: string): Code {
  return code === null ? [key, '99LIGHTSHIP', meaning.slice(0, LONGEST_TEXT)] : [code.value, code.scheme, code.meaning];
}
