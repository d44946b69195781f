import { z } from './zod.ts';
import { AcquisitionCode } from './acquisitions.ts';
import { Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';

/** What words of people may say of a series. The words themselves stay on the device: PS3.15 counts descriptions and protocol names to what identifies. */
export const RECOGNITION_TERMS = [
  ...(['t2', 'diffusion', 'adc', 't1', 'proton', 'flair'] as const),
  ...(['stir', 'susceptibility', 'localiser', 'map', 'perfusion'] as const),
] as const;
export type RecognitionTerm = (typeof RECOGNITION_TERMS)[number];
const PLANES = ['axial', 'coronal', 'sagittal'] as const;

/** A code string of DICOM, or a sequence's name: nothing in it could be a sentence. */
const Code = z.string().regex(/^[\w .*+/()-]{1,32}$/);
const Codes = z.array(Code).max(16);

/**
 * All that leaves a device of a series for its acquisition to be recognised (REC-031): how it was scanned, in codes and numbers, and which of a closed
 * list of terms its words say. A field that is not in it is refused, so that none slips in: no name, no UID of the study, no date, no free text.
 */
export const RecognitionHeader = z.strictObject({
  modality: Code.or(z.literal('')),
  imageType: Codes,
  /** A UID of the standard, by which a screen capture is known; '' for any other. */
  sopClass: z.string().regex(/^(1\.2\.840\.10008\.[\d.]{1,40})?$/),
  orientation: z.array(z.number()).length(6).nullable(),
  /** Every slice lies alike. */
  isOneStack: z.boolean(),
  /** Instances or frames, whichever is more. */
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
  /** The one plane that the words name. */
  plane: z.enum(PLANES).nullable(),
});
export type RecognitionHeader = z.infer<typeof RecognitionHeader>;

/** Made on the device, like every id here: none of them is a UID of the files. */
export const HeaderSeries = z.object({ ui: Uuid, fui: Uuid, h: RecognitionHeader });
export type HeaderSeries = z.infer<typeof HeaderSeries>;

export const HeaderStudy = z.object({ i: Uuid, m: Code.or(z.literal('')), s: z.array(HeaderSeries).min(1).max(LIMITS.recognisedSeries) });
export type HeaderStudy = z.infer<typeof HeaderStudy>;

/** given: 160 px, 4 columns. A tile is a middle slice; the number of its series stands in its upper left corner, and nothing else. */
export const GRID = { tilePx: 160, columns: 4, labelPx: 18 } as const;

/** Id of a connection, as the socket gives it. */
export const SocketId = z.string().regex(/^[\w-]{8,64}$/);

/** SOCK-14, 15. */
export const RecognisedSeries = z.object({ ui: Uuid, acquisition: AcquisitionCode, score: z.number().min(0).max(1) });
export type RecognisedSeries = z.infer<typeof RecognisedSeries>;

/** Which of the two ways a prompt is for. */
export const PROMPT_TYPES = ['text', 'image'] as const;
export const PromptType = z.enum(PROMPT_TYPES);
export type PromptType = z.infer<typeof PromptType>;

/** A version of what a language model is asked. Its text does not change: another text is another version. */
export const AiPrompt = z.object({
  id: z.number().int(),
  modality: z.string(),
  type: PromptType,
  version: z.number().int(),
  text: z.string(),
  /** At most one of a modality and type. */
  active: z.boolean(),
  created_at: z.string(),
  created_by: z.string().nullable(),
});
export type AiPrompt = z.infer<typeof AiPrompt>;
