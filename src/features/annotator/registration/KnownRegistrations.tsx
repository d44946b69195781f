import { useKnownRegistrations } from './use-registrations.ts';

/** Keeps the registrations of the study in the station, whichever panel is open. */
export function KnownRegistrations({ study }: { study: string }) {
  useKnownRegistrations(study);
  return null;
}
