import { describe, expect, test } from 'vitest';
import { actionOf, ATTRIBUTES, type Action } from './profile.ts';
import { BASIC_PROFILE, type DeidentifySettings } from './settings.ts';

const { retain, clean } = BASIC_PROFILE;
const SETTINGS = {
  nothing: BASIC_PROFILE,
  uids: { ...BASIC_PROFILE, retain: { ...retain, uids: true } },
  device: { ...BASIC_PROFILE, retain: { ...retain, device: true } },
  institution: { ...BASIC_PROFILE, retain: { ...retain, institution: true } },
  patient: { ...BASIC_PROFILE, retain: { ...retain, patientCharacteristics: true } },
  fullDates: { ...BASIC_PROFILE, dates: 'keep' },
  movedDates: { ...BASIC_PROFILE, dates: 'shift' },
  descriptors: { ...BASIC_PROFILE, clean: { ...clean, descriptors: true } },
  structured: { ...BASIC_PROFILE, clean: { ...clean, structuredContent: true } },
  graphics: { ...BASIC_PROFILE, clean: { ...clean, graphics: true } },
} satisfies Record<string, DeidentifySettings>;

/** Rows of the table as PS3.15 prints them: what an option makes of the attribute. */
const ROWS: readonly [tag: number, option: keyof typeof SETTINGS, action: Action][] = [
  [0x00080018, 'nothing', 'uid'],
  [0x00080018, 'uids', 'keep'],
  [0x04000100, 'uids', 'uid'], // Digital Signature UID: no option keeps it
  [0x00081110, 'uids', 'walk'], // Referenced Study Sequence
  [0x00081120, 'uids', 'remove'], // Referenced Patient Sequence
  [0x00181000, 'nothing', 'dummy'], // Device Serial Number
  [0x00181000, 'device', 'keep'],
  [0x00181002, 'device', 'keep'], // Device UID: kept as a device's
  [0x00080080, 'institution', 'keep'],
  [0x00080080, 'device', 'dummy'],
  [0x00080081, 'nothing', 'remove'],
  [0x00100040, 'patient', 'keep'],
  [0x00100040, 'nothing', 'empty'],
  [0x00102110, 'patient', 'clean'], // Allergies
  [0x00100010, 'patient', 'empty'],
  [0x00080020, 'fullDates', 'keep'],
  [0x00080020, 'movedDates', 'shift'],
  [0x00080030, 'movedDates', 'keep'], // days are moved, not hours
  [0x00100030, 'fullDates', 'empty'], // the date of birth is no date of the study
  [0x00340007, 'movedDates', 'dummy'], // a time in bytes cannot be moved by days
  [0x0008103e, 'descriptors', 'clean'],
  [0x0008103e, 'nothing', 'remove'],
  [0x0040a730, 'structured', 'clean'],
  [0x0040a730, 'nothing', 'dummy'],
  [0x00700001, 'graphics', 'clean'],
  [0x00081140, 'nothing', 'walk'], // Referenced Image Sequence: the references inside are replaced
];

describe('the action for an attribute', () => {
  test.each(ROWS)('%i with the option %s: %s', (tag, option, action) => {
    expect(actionOf(ATTRIBUTES.get(tag)!, SETTINGS[option])).toBe(action);
  });

  test('is given for 617 attributes of the edition of 2024b, each with a VR and a name', () => {
    expect(ATTRIBUTES.size).toBe(617);
    for (const { vr, action, options, name } of ATTRIBUTES.values()) {
      expect([vr, action, options].join(' ')).toMatch(/^[A-Z]{2} (X|Z|D|U|X\/Z|X\/D|Z\/D|X\/Z\/D|X\/Z\/U\*) (-|[udipPtcsg]+)$/);
      expect(name).toMatch(/^[A-Z][\x20-\x7e]+$/);
    }
  });

  test('keeps a name, an identifier or a date of birth under no option', () => {
    for (const settings of Object.values(SETTINGS)) {
      for (const tag of [0x00100010, 0x00100020, 0x00100030, 0x00080050, 0x00080090, 0x00101040]) {
        expect(actionOf(ATTRIBUTES.get(tag)!, settings)).toMatch(/remove|empty|dummy/);
      }
    }
  });
});
