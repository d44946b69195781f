import { z } from './zod.ts';
import { AcquisitionCode } from './acquisitions.ts';
import { Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';

/**
 * Terms that the texts of a series may mention. The texts themselves stay on the device, because PS3.15 lists descriptions and protocol names among
 * identifying data.
 */
export const RECOGNITION_TERMS = [
  ...(['t2', 'diffusion', 'adc', 't1', 'proton', 'flair'] as const),
  ...(['stir', 'susceptibility', 'localiser', 'map', 'perfusion'] as const),
] as const;
export type RecognitionTerm = (typeof RECOGNITION_TERMS)[number];
const PLANES = ['axial', 'coronal', 'sagittal'] as const;

/** A code string of DICOM, or the name of a sequence: too restricted for a sentence. */
const Code = z.string().regex(/^[\w .*+/()-]{1,32}$/);
const Codes = z.array(Code).max(16);

/**
 * Everything that a device sends about a series for recognition (REC-031): how it was scanned, in codes and numbers, and which terms of a closed
 * list its texts mention. Unknown fields are refused, so that none is added by accident: no name, no study UID, no date, no free text.
 */
export const RecognitionHeader = z.strictObject({
  modality: Code.or(z.literal('')),
  imageType: Codes,
  /** A UID of the standard, which identifies a screen capture; '' for any other. */
  sopClass: z.string().regex(/^(1\.2\.840\.10008\.[\d.]{1,40})?$/),
  orientation: z.array(z.number()).length(6).nullable(),
  /** All slices have the same orientation. */
  isOneStack: z.boolean(),
  /** Number of instances or frames, whichever is larger. */
  images: z.number().int().min(0),
  sliceThickness: z.number().nullable(),
  mr: z.strictObject({
    echoTime: z.number().nullable(),
    repetitionTime: z.number().nullable(),
    bValues: z.array(z.number()).max(256),
    scanningSequence: Codes.optional(),
    acquisitionType: Code.optional(),
    sequenceName: Code.optional(),
    inversionTime: z.number().optional(),
    echoTrainLength: z.number().optional(),
    contrast: Code.optional(),
    component: Code.optional(),
  }),
  terms: z.array(z.enum(RECOGNITION_TERMS)).max(RECOGNITION_TERMS.length),
  /** The plane, if the texts name exactly one. */
  plane: z.enum(PLANES).nullable(),
});
export type RecognitionHeader = z.infer<typeof RecognitionHeader>;

/** Generated on the device, like every ID here. None of them is a UID of the files. */
export const HeaderSeries = z.object({ ui: Uuid, fui: Uuid, h: RecognitionHeader });
export type HeaderSeries = z.infer<typeof HeaderSeries>;

export const HeaderStudy = z.object({ i: Uuid, m: Code.or(z.literal('')), s: z.array(HeaderSeries).min(1).max(LIMITS.recognisedSeries) });
export type HeaderStudy = z.infer<typeof HeaderStudy>;

/** given: 160 px, 4 columns. A tile is a middle slice, with only the number of its series in the upper left corner. */
export const GRID = { tilePx: 160, columns: 4, labelPx: 18 } as const;

/** ID of a connection, as assigned by the socket. */
export const SocketId = z.string().regex(/^[\w-]{8,64}$/);

/** SOCK-14, 15. */
export const RecognisedSeries = z.object({ ui: Uuid, acquisition: AcquisitionCode, score: z.number().min(0).max(1) });
export type RecognisedSeries = z.infer<typeof RecognisedSeries>;

/** The two kinds of recognition that a prompt can be for. */
export const PROMPT_TYPES = ['text', 'image'] as const;
export const PromptType = z.enum(PROMPT_TYPES);
export type PromptType = z.infer<typeof PromptType>;

/** A version of a prompt for a language model. Its text never changes; a new text is a new version. */
export const AiPrompt = z.object({
  id: z.number().int(),
  modality: z.string(),
  type: PromptType,
  version: z.number().int(),
  text: z.string(),
  /** At most one for each modality and type. */
  active: z.boolean(),
  created_at: z.string(),
  created_by: z.string().nullable(),
});
export type AiPrompt = z.infer<typeof AiPrompt>;
