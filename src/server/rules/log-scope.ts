import { parseWireDate } from '#contract/dates.ts';
import { Refusal, type Member } from './context.ts';

/** Whose log somebody reads: their team's, or, where a platform administrator asks for it, everybody's (null). */
export function logScopeOf(caller: Member, { all }: { all?: '1' | undefined }): number | null {
  if (all === undefined) return caller.teamId;
  if (!caller.permissions.has('admin')) throw new Refusal('not_allowed');
  return null;
}

/** `from` belongs to it, `to` does not. */
export function spanToMs({ from, to }: { from?: string | undefined; to?: string | undefined }): { fromMs?: number; toMs?: number } {
  const fromMs = from === undefined ? undefined : parseWireDate(from)?.getTime();
  const toMs = to === undefined ? undefined : parseWireDate(to)?.getTime();
  return { ...(fromMs === undefined ? {} : { fromMs }), ...(toMs === undefined ? {} : { toMs }) };
}
