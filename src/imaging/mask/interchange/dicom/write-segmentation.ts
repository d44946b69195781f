import { colourToCielab } from '#imaging/dicom/overlays/cielab.ts';
import { sequence, text } from '#imaging/dicom/write-sr/content-items.ts';
import { uuidToUid } from '#imaging/dicom/write-sr/measurement-group.ts';
import { fromPatientToSeries, type ReportedStudy } from '#imaging/dicom/write-sr/reported-study.ts';
import { writeDicom, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import { boundsOf } from '#imaging/mask/bits/bits.ts';
import { readPlane } from '#imaging/mask/bits/slices.ts';
import { nonOverlappingSets, type ExportedSegment, type SegmentCodes } from '#imaging/mask/interchange/exported-segment.ts';
import { gridSize, type Grid, type GridPlane } from '#model/grids/voxel-space.ts';
import type { Code } from '#model/overlays/code.ts';
import { sliceSpacing } from '#model/grids/grid.ts';

export interface SegmentationExport {
  study: ReportedStudy;
  grid: Grid;
  /** Of the images. */
  seriesInstanceUid: string;
  sopClassUid: string;
  /** Of an instance: 1 unless it holds several. */
  framesOf(sop: string): number;
  label: string;
  /** Who drew it. */
  author: string;
  segments: readonly CodedSegment[];
  /** UUIDs of the new series and of each new instance: `instance(0)` and so on. */
  series: string;
  instance(index: number): string;
  /** UUID of the order of the frames, which all files of an export share. */
  dimensions: string;
  /** When it is written, as DA and TM. */
  date: string;
  time: string;
  softwareVersion: string;
}

export interface CodedSegment extends ExportedSegment {
  /** UUID. */
  segment: string;
  codes: SegmentCodes;
  /** Null: drawn by hand. */
  algorithm: { type: 'SEMIAUTOMATIC' | 'AUTOMATIC'; name: string } | null;
}

export type SegmentationWritten =
  | {
      ok: true;
      files: { bytes: Uint8Array<ArrayBuffer>; segments: readonly CodedSegment[] }[];
      /** Without a voxel: a file cannot have them alone. */ left: CodedSegment[];
    }
  | { ok: false; why: SegmentationRefusal };

/**
 * `empty`: nothing is drawn. `not-dicom`: the grid is that of a NIfTI volume. `no-position`: a slice has no position, orientation or spacing. `planes`: slices
 * differ in size, spacing or orientation.
 */
export type SegmentationRefusal = 'empty' | 'not-dicom' | 'no-position' | 'planes';

/** Segmentation Storage, and the purpose and kind of derivation (PS3.16 CID 7202, 7203). */
const SOP_CLASS = '1.2.840.10008.5.1.4.1.1.66.4';
const DERIVATION: Code = { value: '113076', scheme: 'DCM', meaning: 'Segmentation' };
const PURPOSE: Code = { value: '121322', scheme: 'DCM', meaning: 'Source image for image processing operation' };
/** Where a structure has no codes: PS3.16 CID 7150 and 7151. */
const ANY_CATEGORY: Code = { value: '85756007', scheme: 'SCT', meaning: 'Tissue' };

/**
 * Segments as DICOM segmentations (PS3.3 A.51, BINARY): a file for each set of segments that do not overlap, because readers expect that of one. A frame for each
 * slice of a segment that has voxels, which names the image behind it.
 */
export function writeSegmentation(request: SegmentationExport): SegmentationWritten {
  const { grid, segments } = request;
  const why = refusalOf(grid);
  if (why) return { ok: false, why };
  const drawn = segments.filter(({ bits }) => bits.blocks.size > 0);
  if (drawn.length === 0) return { ok: false, why: 'empty' };
  const files = nonOverlappingSets(drawn).map((set, index) => ({ bytes: writeFile(request, set, index), segments: set }));
  return { ok: true, files, left: segments.filter(({ bits }) => bits.blocks.size === 0) };
}

function refusalOf({ planes, slices }: Grid): SegmentationRefusal | null {
  const [plane] = planes as [GridPlane];
  if (slices.some(({ sop }) => sop === '')) return 'not-dicom';
  if (planes.some((each) => !each.spacing || !each.orientation) || slices.some(({ position }) => position === null)) return 'no-position';
  const isOther = ({ columns, rows, frameOfReference, spacing, orientation }: GridPlane): boolean =>
    columns !== plane.columns ||
    rows !== plane.rows ||
    frameOfReference !== plane.frameOfReference ||
    spacing!.some((mm, axis) => Math.abs(mm - plane.spacing![axis]!) > SAME) ||
    orientation!.some((cosine, index) => Math.abs(cosine - plane.orientation![index]!) > SAME);
  return planes.some(isOther) ? 'planes' : null;
}

/** Scanners repeat one spacing or orientation with differences in the last digits. */
const SAME = 1e-3;

interface Frame {
  /** In the file, from 1. */
  number: number;
  slice: number;
  mask: Uint8Array;
}

function writeFile(request: SegmentationExport, set: readonly CodedSegment[], index: number): Uint8Array<ArrayBuffer> {
  const [columns, rows] = gridSize(request.grid);
  const frames = set.flatMap(framesOfSegment);
  const elements: DicomElement[] = [
    ...headerElements(request, index),
    { tag: 0x00280002, vr: 'US', value: 1 },
    text(0x00280004, 'CS', 'MONOCHROME2'),
    text(0x00280008, 'IS', String(frames.length)),
    ...(
      [
        [0x00280010, rows],
        [0x00280011, columns],
        [0x00280100, 1],
        [0x00280101, 1],
        [0x00280102, 0],
        [0x00280103, 0],
      ] as const
    ).map(([tag, value]): DicomElement => ({ tag, vr: 'US', value })),
    text(0x00282110, 'CS', '00'),
    text(0x00620001, 'CS', 'BINARY'),
    text(0x00620013, 'CS', 'NO'),
    sequence(
      0x00620002,
      set.map((segment, at) => segmentItem(segment, at + 1)),
    ),
    sequence(0x52009229, [sharedGroups(request.grid)]),
    sequence(
      0x52009230,
      frames.map((frame) => frameGroups(request, frame, frames)),
    ),
    { tag: 0x7fe00010, vr: 'OB', value: packFrames(frames, columns * rows) },
  ];
  return writeDicom({ elements });
}

function framesOfSegment({ bits }: CodedSegment, index: number): Frame[] {
  const bounds = boundsOf(bits)!;
  const slices = Array.from({ length: bounds.to[2] - bounds.from[2] + 1 }, (_, at) => bounds.from[2] + at);
  return slices.map((slice) => ({ number: index + 1, slice, mask: readPlane(bits, 2, slice).mask })).filter(({ mask }) => mask.includes(1));
}

/** Frames follow each other without a gap, the lowest bit of a byte first (PS3.5 8.1.1). */
function packFrames(frames: readonly Frame[], pixels: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((frames.length * pixels) / 8));
  frames.forEach(({ mask }, frame) => {
    for (let pixel = 0; pixel < pixels; pixel += 1) {
      if (mask[pixel] === 0) continue;
      const bit = frame * pixels + pixel;
      bytes[bit >> 3]! |= 1 << (bit & 7);
    }
  });
  return bytes;
}

function headerElements(request: SegmentationExport, index: number): DicomElement[] {
  const { study, grid, series, date, time, softwareVersion, label, author } = request;
  const organization = uuidToUid(request.dimensions);
  return [
    text(0x00080005, 'CS', 'ISO_IR 192'),
    text(0x00080008, 'CS', 'DERIVED\\PRIMARY'),
    text(0x00080016, 'UI', SOP_CLASS),
    text(0x00080018, 'UI', uuidToUid(request.instance(index))),
    text(0x00080020, 'DA', study.date),
    text(0x00080021, 'DA', date),
    text(0x00080023, 'DA', date),
    text(0x00080030, 'TM', study.time),
    text(0x00080031, 'TM', time),
    text(0x00080033, 'TM', time),
    text(0x00080050, 'SH', study.accessionNumber),
    text(0x00080060, 'CS', 'SEG'),
    text(0x00080070, 'LO', 'Lightship'),
    text(0x00080090, 'PN', study.referringPhysician),
    text(0x0008103e, 'LO', short(label, 64)),
    text(0x00081090, 'LO', 'Lightship'),
    sequence(0x00081115, [referencedSeries(request)]),
    ...fromPatientToSeries({ study, softwareVersion, series }),
    text(0x00200013, 'IS', String(index + 1)),
    text(0x00200052, 'UI', grid.planes[0]!.frameOfReference),
    text(0x00201040, 'LO', ''),
    sequence(0x00209221, [[text(0x00209164, 'UI', organization)]]),
    sequence(0x00209222, [dimension(organization, 0x0062000b, 0x0062000a), dimension(organization, 0x00200032, 0x00209113)]),
    text(0x00700080, 'CS', 'SEGMENTATION'),
    text(0x00700081, 'LO', short(label, 64)),
    text(0x00700084, 'PN', author.replaceAll(/[\\^=]/g, ' ')),
  ];
}

/** A pointer to an attribute, and to the functional group that has it (PS3.3 C.7.6.17). */
function dimension(organization: string, attribute: number, group: number): DicomElement[] {
  const pointer = (tag: number): Uint8Array => Uint8Array.of((tag >> 16) & 0xff, tag >>> 24, tag & 0xff, (tag >> 8) & 0xff);
  return [
    text(0x00209164, 'UI', organization),
    { tag: 0x00209165, vr: 'AT', value: pointer(attribute) },
    { tag: 0x00209167, vr: 'AT', value: pointer(group) },
  ];
}

function referencedSeries({ grid, seriesInstanceUid, sopClassUid }: SegmentationExport): DicomElement[] {
  const instances = [...new Set(grid.slices.map(({ sop }) => sop))];
  return [
    sequence(
      0x0008114a,
      instances.map((sop) => [text(0x00081150, 'UI', sopClassUid), text(0x00081155, 'UI', sop)]),
    ),
    text(0x0020000e, 'UI', seriesInstanceUid),
  ];
}

function segmentItem({ segment, name, colour, codes, algorithm }: CodedSegment, number: number): DicomElement[] {
  const modifiers = [codes.modifier, codes.laterality].filter((code) => code !== null);
  const category = codes.category ?? ANY_CATEGORY;
  const more =
    modifiers.length > 0
      ? [
          sequence(
            0x00620011,
            modifiers.map((code) => codeElements(code)),
          ),
        ]
      : [];
  return [
    sequence(0x00620003, [codeElements(category)]),
    { tag: 0x00620004, vr: 'US', value: number },
    text(0x00620005, 'LO', short(name, 64) || `Segment ${number}`),
    text(0x00620008, 'CS', algorithm?.type ?? 'MANUAL'),
    ...(algorithm ? [text(0x00620009, 'LO', short(algorithm.name, 64))] : []),
    { tag: 0x0062000d, vr: 'US', value: colourToCielab(colour) },
    sequence(0x0062000f, [[...codeElements(codes.type ?? category), ...more]]),
    text(0x00620020, 'UT', name || `Segment ${number}`),
    text(0x00620021, 'UI', uuidToUid(segment)),
  ];
}

const codeElements = ({ value, scheme, meaning }: Code): DicomElement[] => [
  text(0x00080100, 'SH', value),
  text(0x00080102, 'SH', scheme),
  text(0x00080104, 'LO', short(meaning, 64)),
];

function sharedGroups(grid: Grid): DicomElement[] {
  const [{ spacing, orientation }] = grid.planes as [GridPlane];
  const between = sliceSpacing(grid);
  return [
    sequence(0x00209116, [[{ tag: 0x00200037, vr: 'DS', value: orientation! }]]),
    sequence(0x00289110, [
      [
        // The thickness of the images is not known here: voxels are as thick as the slices are apart.
        ...(between === null
          ? []
          : [
              { tag: 0x00180050, vr: 'DS', value: between },
              { tag: 0x00180088, vr: 'DS', value: between },
            ]),
        { tag: 0x00280030, vr: 'DS', value: [spacing![1], spacing![0]] },
      ],
    ]),
  ];
}

function frameGroups(
  { grid, sopClassUid, framesOf }: SegmentationExport,
  { number, slice }: Frame,
  frames: readonly Frame[],
): DicomElement[] {
  const { sop, frame, position } = grid.slices[slice]!;
  const slices = [...new Set(frames.map((each) => each.slice))].sort((a, b) => a - b);
  const source = [
    text(0x00081150, 'UI', sopClassUid),
    text(0x00081155, 'UI', sop),
    ...(framesOf(sop) > 1 ? [text(0x00081160, 'IS', String(frame + 1))] : []),
    sequence(0x0040a170, [codeElements(PURPOSE)]),
  ];
  return [
    sequence(0x00089124, [[sequence(0x00082112, [source]), sequence(0x00089215, [codeElements(DERIVATION)])]]),
    sequence(0x00209111, [[{ tag: 0x00209157, vr: 'UL', value: [number, slices.indexOf(slice) + 1] }]]),
    sequence(0x00209113, [[{ tag: 0x00200032, vr: 'DS', value: position! }]]),
    sequence(0x0062000a, [[{ tag: 0x0062000b, vr: 'US', value: number }]]),
  ];
}

/** LO and SH have no line breaks and no backslash. */
const short = (value: string, most: number): string => value.replaceAll(/[\\\r\n\t]/g, ' ').slice(0, most);
