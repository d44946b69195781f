import type { StudyDetail } from '#contract/study-detail.ts';
import { NO_CODES, type StructureCodes } from '#contract/structures.ts';
import { CONTRACT_VERSION } from '#contract/version.ts';
import { dicomMoment, reportedStudy } from '#features/annotator/export/dicom-names.ts';
import { storedNameOf } from '#features/annotator/masks/mask-texts.ts';
import type { DrawnSegmentation } from '#features/annotator/masks/study-segmentations.ts';
import type { MaskExport, MaskFormat } from '#workers/masks/types.ts';

interface Leaving {
  study: StudyDetail;
  segmentation: DrawnSegmentation;
  /** The segment that is drawn. */
  current: string | null;
  colourOf: (segment: string) => string;
  codes: StructureCodes | null;
  /** What the user is called. */
  author: string;
  now: Date;
}

/** What the worker is asked for. Names of files have numbers only: titles are free text, which may name a patient. */
export function exportRequest(format: MaskFormat, leaving: Leaving): MaskExport {
  const { study, segmentation, current, colourOf, codes, author, now } = leaving;
  const { uuid, structure, segments } = segmentation;
  return {
    format,
    fileName: `study-${study.id}-segmentation-${uuid.slice(0, 8)}`,
    segments: segments
      .filter(({ waits }) => waits !== 'deletion')
      .map((segment) => ({
        uuid: segment.uuid,
        name: `${structure.title} ${storedNameOf(segment.title)}`,
        colour: colourOf(segment.uuid),
        codes: codes ?? NO_CODES,
      })),
    chosen: current,
    dicom: {
      ...{ study: reportedStudy(study), label: structure.title, author, softwareVersion: String(CONTRACT_VERSION) },
      ...dicomMoment(now),
    },
  };
}
