import type { Subprocessor } from '#contract/calls/site-calls.ts';
import { textOf, type Environment, type Read } from './values.ts';

export interface SitePlace {
  contactEmail: string | null;
  subprocessors: readonly Subprocessor[];
}

/** What `/contact` and `/subprocessors` say about the platform administrator. */
export function sitePlace(env: Environment): Read<SitePlace> {
  const email = textOf(env, 'LIGHTSHIP_CONTACT_EMAIL') || null;
  if (email !== null && !/^[^\s@<>"]+@[^\s@<>"]+$/.test(email)) {
    return { ok: false, line: `LIGHTSHIP_CONTACT_EMAIL must be an address such as imaging@hospital.org, not "${email}".` };
  }
  const listed = textOf(env, 'LIGHTSHIP_SUBPROCESSORS')
    .split(';')
    .filter((one) => one.trim() !== '');
  const subprocessors: Subprocessor[] = [];
  for (const one of listed) {
    const [name, purpose, country, ...more] = one.split('|').map((part) => part.trim());
    if (!name || !purpose || !country || more.length > 0) {
      return {
        ok: false,
        line: `LIGHTSHIP_SUBPROCESSORS must be "name | purpose | country", separated by semicolons. "${one.trim()}" is not valid.`,
      };
    }
    subprocessors.push({ name, purpose, country });
  }
  return { ok: true, value: { contactEmail: email, subprocessors } };
}
