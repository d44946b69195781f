import { z } from './zod.ts';

/**
 * How the studies of a team are de-identified: the Basic Application Level Confidentiality Profile of DICOM PS3.15 with a choice of its options.
 * The device applies them and the server checks the result. `demanded`: a series sent as de-identified is checked before conversion, and is not
 * converted if it still identifies the patient. `usual`: studies are de-identified unless the user decides otherwise. Also the default.
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
    /** Elements for conversion. Absent for teams whose settings are older than this field: kept. */
    conversion: z.boolean().optional(),
  }),
  clean: z.object({ descriptors: z.boolean(), structuredContent: z.boolean(), graphics: z.boolean() }),
});
export type Deidentification = z.infer<typeof Deidentification>;

/** Settings of a team that has not changed them. */
export const FIRST_DEIDENTIFICATION: Deidentification = {
  demanded: true,
  usual: true,
  dates: 'remove',
  retain: { uids: false, device: false, institution: false, patientCharacteristics: false, safePrivate: true, conversion: true },
  clean: { descriptors: false, structuredContent: false, graphics: false },
};

/**
 * `key`: replacements of UIDs, identifiers and dates are derived from it, the same on every device of the team. Anyone who has it can test whether
 * an original produces a given replacement, so it is only for people who have the originals.
 */
export const DeidentificationRules = z.object({ settings: Deidentification, key: z.string().regex(/^[0-9a-f]{64}$/) });
export type DeidentificationRules = z.infer<typeof DeidentificationRules>;
