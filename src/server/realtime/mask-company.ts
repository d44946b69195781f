import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io';
import { CLIENT_EVENTS, type ServerEvent, type ServerEventName } from '#contract/events.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Member } from '#server/rules/context.ts';

export interface MaskCompanyPorts {
  mayDrawMask(member: Member, segmentation: string): Promise<boolean>;
  /** Null: the account no longer exists. */
  personOf(userId: number): Promise<{ name: string; color: string } | null>;
}

/** What is known of a connection that follows masks. Kept in memory only. */
interface Company {
  /** Told to others instead of the id of the socket. */
  connection: string;
  person: { name: string; color: string } | null;
  /** By segmentation: asked for once after each `mask:follow`, as rights that change end the following. */
  mayDraw: Map<string, boolean>;
  /** Segmentations in which others were told of it. */
  toldIn: Set<string>;
  second: number;
  taken: { presence: number; pen: number };
}

interface Port {
  ports: MaskCompanyPorts;
  roomOf(segmentation: string): string;
  now(): number;
}

type AnySocket = Pick<Socket, 'rooms' | 'to' | 'leave'>;

/** Passes on where those are who follow a mask, and where their pens are. Nothing of it is stored or recorded, and what is too much is dropped. */
export function createMaskCompany({ ports, roomOf, now }: Port) {
  const companies = new WeakMap<object, Company>();

  function companyOf(socket: AnySocket): Company {
    const known = companies.get(socket);
    if (known) return known;
    const company: Company = {
      ...{ connection: randomUUID(), person: null, mayDraw: new Map(), toldIn: new Set() },
      ...{ second: 0, taken: { presence: 0, pen: 0 } },
    };
    companies.set(socket, company);
    return company;
  }

  function take(company: Company, kind: 'presence' | 'pen', most: number): boolean {
    const second = Math.floor(now() / 1_000);
    if (second !== company.second) Object.assign(company, { second, taken: { presence: 0, pen: 0 } });
    company.taken[kind] += 1;
    return company.taken[kind] <= most;
  }

  function tell<N extends ServerEventName>(socket: AnySocket, segmentation: string, event: N, payload: ServerEvent<N>): void {
    socket.to(roomOf(segmentation)).emit(event, payload);
  }

  function left(socket: AnySocket, segmentation: string): void {
    const company = companyOf(socket);
    company.mayDraw.delete(segmentation);
    if (company.toldIn.delete(segmentation)) tell(socket, segmentation, 'mask:left', { segmentation, connection: company.connection });
  }

  return {
    /** Rights are asked for again. */
    followed: (socket: AnySocket, segmentation: string) => void companyOf(socket).mayDraw.delete(segmentation),
    async presence(socket: AnySocket, member: Member | null, payload: unknown): Promise<boolean> {
      const said = CLIENT_EVENTS['mask:presence'].safeParse(payload);
      if (!said.success || member === null || !socket.rooms.has(roomOf(said.data.segmentation))) return false;
      const company = companyOf(socket);
      if (!take(company, 'presence', LIMITS.maskPresencePerSecond)) return false;
      company.person ??= await ports.personOf(member.userId);
      if (company.person === null) return false;
      const { connection, person } = company;
      company.toldIn.add(said.data.segmentation);
      tell(socket, said.data.segmentation, 'mask:present', { ...said.data, connection, user: member.userId, ...person });
      return true;
    },
    async pen(socket: AnySocket, member: Member | null, payload: unknown): Promise<boolean> {
      const said = CLIENT_EVENTS['mask:pen'].safeParse(payload);
      if (!said.success || member === null || !socket.rooms.has(roomOf(said.data.segmentation))) return false;
      const company = companyOf(socket);
      if (!take(company, 'pen', LIMITS.maskPensPerSecond)) return false;
      const { segmentation } = said.data;
      if (!company.mayDraw.has(segmentation)) company.mayDraw.set(segmentation, await ports.mayDrawMask(member, segmentation));
      if (company.mayDraw.get(segmentation) !== true) return false;
      tell(socket, segmentation, 'mask:drawing', { ...said.data, connection: company.connection });
      return true;
    },
    async leave(socket: AnySocket, payload: unknown): Promise<boolean> {
      const said = CLIENT_EVENTS['mask:leave'].safeParse(payload);
      if (!said.success || !socket.rooms.has(roomOf(said.data.segmentation))) return false;
      left(socket, said.data.segmentation);
      await socket.leave(roomOf(said.data.segmentation));
      return true;
    },
    /** The connection ends, or belongs to another team now. */
    leaveAll: (socket: AnySocket) => [...companyOf(socket).toldIn].forEach((segmentation) => left(socket, segmentation)),
  };
}
