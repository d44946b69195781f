import { z } from './zod.ts';

/**
 * How the studies of a team are de-identified: the Basic Application Level Confidentiality Profile of DICOM PS3.15 with these of its options, by
 * which a device takes out and the server looks whether it was done. `demanded`: what a device calls de-identified is looked through before it
 * is converted, and what still identifies is not.
 */
export const Deidentification = z.object({
  demanded: z.boolean(),
  dates: z.enum(['remove', 'shift', 'keep']),
  retain: z.object({
    uids: z.boolean(),
    device: z.boolean(),
    institution: z.boolean(),
    patientCharacteristics: z.boolean(),
    safePrivate: z.boolean(),
  }),
  clean: z.object({ descriptors: z.boolean(), structuredContent: z.boolean(), graphics: z.boolean() }),
});
export type Deidentification = z.infer<typeof Deidentification>;

/** Of a team that has said nothing yet. */
export const FIRST_DEIDENTIFICATION: Deidentification = {
  demanded: true,
  dates: 'remove',
  retain: { uids: false, device: false, institution: false, patientCharacteristics: false, safePrivate: false },
  clean: { descriptors: false, structuredContent: false, graphics: false },
};
