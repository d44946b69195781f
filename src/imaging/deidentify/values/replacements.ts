import { createHMAC, createSHA256 } from 'hash-wasm';

/**
 * Replacements for a UID, an identifier and a date. Made from the original with a secret key: the same original gives the same replacement
 * on every device with the key, and without the key nobody can reverse one or confirm a guess.
 */
export interface Replacements {
  /** 2.25 and 128 bits: a UID that anyone may create (PS3.5 B.2). */
  uid(original: string): string;
  patientId(original: string): string;
  /** Whole days into the past, never 0: intervals between a patient's dates are kept. */
  dayShift(patient: string): number;
  /** Whole seconds, less than `within`, by which a study's times of day are shifted. */
  timeShift(study: string, within: number): number;
  /** Letters and digits that differ where the originals differ. */
  token(original: string): string;
}

/** `key` belongs to a team or a study; at least 128 bits. */
export async function createReplacements(key: Uint8Array): Promise<Replacements> {
  if (key.length < LEAST_KEY_BYTES) throw new RangeError(`a key of ${key.length} bytes can be guessed`);
  const hmac = await createHMAC(createSHA256(), key);
  const uids = new Map<string, string>();
  // The purpose comes first, so that an identifier and an equal UID get unrelated digests.
  const digest = (use: string, original: string) => hmac.init().update(`${use}\0${original}`).digest('hex');
  const makeUid = (original: string) => `2.25.${BigInt(`0x${digest('uid', original).slice(0, 32)}`)}`;
  return {
    uid: (original) => {
      const known = uids.get(original);
      if (known !== undefined) return known;
      if (uids.size >= KEPT_UIDS) uids.clear();
      const made = makeUid(original);
      uids.set(original, made);
      return made;
    },
    patientId: (original) => (isMadePatientId(original) ? original : `ANON-${digest('patient', original).slice(0, 16).toUpperCase()}`),
    dayShift: (patient) => -(LEAST_DAYS + (Number.parseInt(digest('days', patient).slice(0, 8), 16) % DIFFERENT_SHIFTS)),
    timeShift: (study, within) => Number.parseInt(digest('time', study).slice(0, 8), 16) % within,
    token: (original) => digest('word', original).slice(0, 8).toUpperCase(),
  };
}

export function isMadePatientId(text: string): boolean {
  return /^ANON-[0-9A-F]{16}$/.test(text);
}

/** From 128 random bits: fewer than 28 digits occur once in some hundred billion. Devices create short numbers under this root. */
export function isMadeUid(text: string): boolean {
  return /^2\.25\.[1-9]\d{27,38}$/.test(text);
}

const LEAST_KEY_BYTES = 16;
/** Study, series and frame of reference UIDs are in every file of a series. */
const KEPT_UIDS = 10_000;
const LEAST_DAYS = 30;
/** About ten years. */
const DIFFERENT_SHIFTS = 3650;
