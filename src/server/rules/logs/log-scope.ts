import { parseWireDate } from '#contract/dates.ts';
import { Refusal, type Member } from '#server/rules/context.ts';

/** Which log is read: the team's, or everybody's (null) if a platform administrator requests it. */
export function logScopeOf(caller: Member, { all }: { all?: '1' | undefined }): number | null {
  if (all === undefined) return caller.teamId;
  if (!caller.permissions.has('admin')) throw new Refusal('not_allowed');
  return null;
}

/** `from` is included, `to` is not. */
export function spanToMs({ from, to }: { from?: string | undefined; to?: string | undefined }): { fromMs?: number; toMs?: number } {
  const fromMs = from === undefined ? undefined : parseWireDate(from)?.getTime();
  const toMs = to === undefined ? undefined : parseWireDate(to)?.getTime();
  return { ...(fromMs === undefined ? {} : { fromMs }), ...(toMs === undefined ? {} : { toMs }) };
}
