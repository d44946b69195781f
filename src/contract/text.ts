import { z } from './zod.ts';

/**
 * Text that a user wrote. NUL is removed when it is read: DICOM pads with it (PS3.5 9.1 for UIDs, some devices for names), and PostgreSQL cannot
 * store it, so a padded name would fail at every retry.
 */
export const textUpTo = (max: number) => z.string().overwrite(withoutNul).max(max);

/** The same for names that must not be empty. */
export const nameUpTo = (max: number) => z.string().overwrite(withoutNul).trim().min(1).max(max);

export const Colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/);

/** ID of a row, as text in a path. */
export const RowId = z.string().regex(/^[1-9]\d{0,14}$/);

export const Email = z.email().max(254);

/**
 * An ID that a client generates. It is returned exactly as sent, so nothing is removed from it. Lone surrogates are refused, because databases
 * store all of them alike.
 */
export const ClientId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\0]*$/)
  .refine((id) => !/\p{Cs}/u.test(id));

function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}
