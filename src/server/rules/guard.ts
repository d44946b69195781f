import { takesKeys, type Access, type Call } from '#contract/calls.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal } from './context.ts';
import type { Caller, Member } from './context.ts';
import type { Address, Hosts } from './hosts.ts';
import { isApiKey, keyOf, type KnownKey } from './administration/api-keys.ts';
import { findMember, findMemberOfOpenTeam } from './teams/membership.ts';
import { assertRecentPassword, callerOfBearer, callerOfCookie } from './accounts/sign-ins.ts';
import { isWorkerKey, workerOfKey, type WorkerCaller } from './ai/workers.ts';
import { isUploadToken, uploadOfToken } from './uploads/upload-tokens.ts';

/** The credentials in a request. */
export interface Credentials {
  address: Address;
  origin: string | undefined;
  /** `Team` header. */
  team: string | undefined;
  /** Bearer or upload token, without the prefix `Bearer`. */
  token: string | undefined;
  /** The client's. */
  ip: string;
  /** All values under the name of the sign-in cookie. */
  cookies: readonly string[];
  /** Receives the caller's identity as soon as it is known, even if the call is then refused. */
  recognised?: (who: Concerned) => void;
}

/** The user and object that a request concerns, as far as known. */
export interface Concerned {
  userId?: number;
  /** Who acts as that user. */
  actedBy?: number | null;
  teamId?: number;
  /** UUID or id of a row, as given in the call. */
  subject?: string;
  /** Several objects: each gets a record, so that its history is complete. */
  subjects?: readonly string[];
}

export type Admitted = null | (Caller & { team: Member | null }) | (Member & { uploadId?: number | null }) | WorkerCaller;

/** Identifies the caller and refuses calls that are not permitted, before a byte of the body is read. */
export type Guard = (call: Pick<Call, 'access' | 'recentPassword' | 'ownHand'>, credentials: Credentials) => Promise<Admitted>;

/** An upload token carries no other right of a sign-in: [Note: Upload tokens]. */
const NO_SIGN_IN = 0;

interface GuardParts {
  db: Reader;
  hosts: Hosts;
  now: () => number;
  /** Marks the sign-in as used: postpones its idle end. */
  noteActivity(signInId: number): Promise<void>;
  noteKeyUse(key: KnownKey, from: string): Promise<void>;
  /** Whether an address is one of these, or in one of these networks. */
  isAmong(networks: readonly string[], ip: string): boolean;
}

export function createGuard({ db, hosts, now, noteActivity, noteKeyUse, isAmong }: GuardParts): Guard {
  return async (call, credentials) => {
    if (isForPeopleOrKeys(call.access) && isApiKey(credentials.token)) return keyCaller(call, credentials.token, credentials);
    const admitted = await admit(call.access, credentials);
    if (admitted === null || !('signInId' in admitted) || admitted.signInId === NO_SIGN_IN) return admitted;
    if (call.ownHand === true && (admitted.actedBy ?? null) !== null) throw new Refusal('acting');
    if (call.recentPassword === true) await assertRecentPassword(db, admitted.signInId, now());
    await noteActivity(admitted.signInId);
    return admitted;
  };

  async function admit(access: Access, credentials: Credentials): Promise<Admitted> {
    // The call itself determines the owner of a ticket.
    if (access === 'open' || access === 'ticket') return null;
    if (access === 'cookie') {
      if (!hosts.mayUseCookie(credentials.origin, credentials.address)) throw new Refusal('foreign_origin');
      return withTeam(await cookieCaller(credentials), credentials);
    }
    if (access === 'upload-token') return uploadCaller(credentials);
    if (access === 'worker-key') return workerCaller(credentials);
    const caller = await bearerCaller(credentials);
    if (access === 'signed-in') return withTeam(caller, credentials);
    const member = await memberOf(caller, credentials);
    if (access !== 'member' && !holds(member, access)) throw new Refusal('not_allowed');
    return member;
  }

  /**
   * Invalid cookies next to the sign-in are ignored; of two valid sign-ins neither is accepted, so that nobody unknowingly works under
   * another account.
   */
  async function cookieCaller({ cookies, recognised }: Credentials): Promise<Caller> {
    const callers = await Promise.all(cookies.map((cookie) => callerOfCookie(db, cookie, now())));
    const [caller, ...others] = callers.filter((one) => one !== null);
    if (caller === undefined || others.length > 0) throw new Refusal('signed_out');
    recognised?.({ userId: caller.userId, actedBy: caller.actedBy ?? null });
    return caller;
  }

  async function bearerCaller(credentials: Credentials): Promise<Caller> {
    const { token } = credentials;
    const found = token === undefined ? null : await callerOfBearer(db, token, now());
    if (found === null) throw new Refusal('signed_out');
    credentials.recognised?.({ userId: found.userId, actedBy: found.actedBy ?? null });
    const slug = teamAskedFor(hosts, credentials);
    if (slug !== null && !mayTokenEnter(hosts, found.host, slug)) throw new Refusal('not_a_member');
    return { userId: found.userId, signInId: found.signInId, actedBy: found.actedBy ?? null };
  }

  async function withTeam(caller: Caller, credentials: Credentials): Promise<Caller & { team: Member | null }> {
    const slug = teamAskedFor(hosts, credentials);
    return { ...caller, team: slug === null ? null : await findIn(slug, caller, credentials, findMemberOfOpenTeam) };
  }

  async function memberOf(caller: Caller, credentials: Credentials): Promise<Member> {
    const slug = teamAskedFor(hosts, credentials);
    const member = slug === null ? null : await findIn(slug, caller, credentials);
    if (member === null) throw new Refusal('not_a_member');
    return member;
  }

  async function findIn(slug: string, caller: Caller, { recognised }: Credentials, find = findMember): Promise<Member | null> {
    const member = await find(db, caller, slug);
    if (member !== null) recognised?.({ teamId: member.teamId });
    return member;
  }

  /** On any host but that of another team. */
  async function workerCaller(credentials: Credentials): Promise<WorkerCaller> {
    const { token } = credentials;
    const worker = isWorkerKey(token) ? await workerOfKey(db, token) : null;
    if (worker === null) throw new Refusal('worker_key_ended');
    if (worker.teamId === null) return worker;
    credentials.recognised?.({ teamId: worker.teamId });
    const slug = teamAskedFor(hosts, credentials);
    if (slug !== null && slug !== worker.teamSlug) throw new Refusal('not_a_member');
    return worker;
  }

  /** `addresses`: JSON of those of an API user; none of them: any. */
  function isAllowedFrom(addresses: string, ip: string): boolean {
    const networks = JSON.parse(addresses) as string[];
    return networks.length === 0 || isAmong(networks, ip);
  }

  /** On any host but that of another team. What it may not do is said only to who has a valid key. */
  async function keyCaller(call: Pick<Call, 'access' | 'recentPassword'>, token: string, credentials: Credentials): Promise<Admitted> {
    const key = await keyOf(db, token, now());
    if (key === null) throw new Refusal('key_ended');
    credentials.recognised?.({ userId: key.userId });
    if (!isAllowedFrom(key.addresses, credentials.ip)) throw new Refusal('key_address');
    const slug = teamAskedFor(hosts, credentials);
    if (slug !== null && slug !== key.teamSlug) throw new Refusal('not_a_member');
    const member = await findIn(key.teamSlug, { userId: key.userId, signInId: key.signInId }, credentials);
    if (member === null) throw new Refusal('key_ended');
    if (!takesKeys(call)) throw new Refusal('not_for_keys');
    const { access } = call;
    if (typeof access === 'object' && !holds(member, access)) throw new Refusal('not_allowed');
    const admitted = access === 'upload-token' ? mayUpload(member, null) : member;
    await noteKeyUse(key, credentials.ip);
    return admitted;
  }

  async function uploadCaller(credentials: Credentials): Promise<Member & { uploadId: number | null }> {
    const { token } = credentials;
    if (!isUploadToken(token)) return mayUpload(await memberOf(await bearerCaller(credentials), credentials), null);
    const upload = await uploadOfToken(db, token, now());
    if (upload === null) throw new Refusal('upload_token_ended');
    credentials.recognised?.({ userId: upload.userId, actedBy: upload.actedBy, subject: upload.session });
    if (upload.addresses !== null && !isAllowedFrom(upload.addresses, credentials.ip)) throw new Refusal('key_address');
    const slug = teamAskedFor(hosts, credentials);
    if (slug !== null && slug !== upload.teamSlug) throw new Refusal('not_a_member');
    // Membership and permission are checked for every chunk: a user who leaves a team stops uploading to it.
    const member = await findIn(upload.teamSlug, { userId: upload.userId, signInId: NO_SIGN_IN }, credentials);
    if (member === null) throw new Refusal('not_a_member');
    return mayUpload(member, upload.id);
  }
}

/** Others have a credential of their own, or none. */
function isForPeopleOrKeys(access: Access): boolean {
  return typeof access === 'object' || access === 'member' || access === 'signed-in' || access === 'upload-token';
}

function holds(member: Member, { permission, or }: { permission: Permission; or?: Permission }): boolean {
  return member.permissions.has(permission) || (or !== undefined && member.permissions.has(or));
}

function mayUpload(member: Member, uploadId: number | null): Member & { uploadId: number | null } {
  if (!member.permissions.has('r:upload-v2')) throw new Refusal('not_allowed');
  return { ...member, uploadId };
}

/** The team of a request: the one of its host, which a `Team` header may repeat but not change; on other hosts the one of the header. */
export function teamAskedFor(hosts: Hosts, { address, team }: Pick<Credentials, 'address' | 'team'>): string | null {
  const named = team === undefined || team === '' ? null : team.toLowerCase();
  const place = hosts.placeOf(address.host);
  if (place.kind !== 'team') return named;
  if (named !== null && named !== place.slug) throw new Refusal('not_a_member');
  return place.slug;
}

/** A token issued to a team's host grants no access to another team, whoever holds it. */
export function mayTokenEnter(hosts: Hosts, tokenHost: string, teamSlug: string): boolean {
  const place = hosts.placeOf(tokenHost);
  return place.kind !== 'team' || place.slug === teamSlug;
}
