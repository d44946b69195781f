import { z } from './zod.ts';

/**
 * How the studies of a team are de-identified: the Basic Application Level Confidentiality Profile of DICOM PS3.15 with these of its options, by
 * which a device takes out and the server looks whether it was done. `demanded`: what a device calls de-identified is looked through before it
 * is converted, and what still identifies is not. `usual`: a study leaves a device without what identifies its patient unless a person says otherwise;
 * so it is where nothing is said of it.
 */
export const Deidentification = z.object({
  demanded: z.boolean(),
  usual: z.boolean().optional(),
  dates: z.enum(['remove', 'shift', 'keep']),
  retain: z.object({
    uids: z.boolean(),
    device: z.boolean(),
    institution: z.boolean(),
    patientCharacteristics: z.boolean(),
    safePrivate: z.boolean(),
    /** What converters read. Absent, as of teams that were asked before it existed: kept. */
    conversion: z.boolean().optional(),
  }),
  clean: z.object({ descriptors: z.boolean(), structuredContent: z.boolean(), graphics: z.boolean() }),
});
export type Deidentification = z.infer<typeof Deidentification>;

/** Of a team that has said nothing yet. */
export const FIRST_DEIDENTIFICATION: Deidentification = {
  demanded: true,
  usual: true,
  dates: 'remove',
  retain: { uids: false, device: false, institution: false, patientCharacteristics: false, safePrivate: true, conversion: true },
  clean: { descriptors: false, structuredContent: false, graphics: false },
};

/**
 * `key`: what stands for a UID, an identifier and the days of a date is made with it, on every device of the team alike. Whoever has it can try whether
 * an original gives a replacement: it is for those alone who hold originals.
 */
export const DeidentificationRules = z.object({ settings: Deidentification, key: z.string().regex(/^[0-9a-f]{64}$/) });
export type DeidentificationRules = z.infer<typeof DeidentificationRules>;
