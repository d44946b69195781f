import { z } from './zod.ts';

/**
 * A text that somebody wrote. NUL is taken out where it is read: DICOM pads with it (PS3.5 9.1 for UIDs, some devices for names), and
 * PostgreSQL has no place for it, so that a padded name would be a fault which no repetition ends.
 */
export const textUpTo = (max: number) => z.string().overwrite(withoutNul).max(max);

/** The same for names that must say something. */
export const nameUpTo = (max: number) => z.string().overwrite(withoutNul).trim().min(1).max(max);

export const Colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/);

/** An id of a row, as text in a path. */
export const RowId = z.string().regex(/^[1-9]\d{0,14}$/);

export const Email = z.email().max(254);

/** An id that a client makes: it comes back as it was sent, so nothing is taken out of it. To a database all halves of surrogate pairs are one. */
export const ClientId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\0]*$/)
  .refine((id) => !/\p{Cs}/u.test(id));

function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}
