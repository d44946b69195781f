import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createFairQueue } from '#server/rules/fair-queue.ts';

export interface Passwords {
  /** argon2id in PHC string form. `sender` as below. */
  hash(password: string, sender: string): Promise<string>;
  /**
   * `null` stands for an account that does not exist: it takes the same time and is never right. `sender`: a network or an account, for the
   * fair queue.
   */
  isRight(password: string, hash: string | null, sender: string): Promise<boolean>;
  /** Number of hashes that wait for their turn. */
  waiting(): number;
}

export interface Argon2Cost {
  memoryKib: number;
  passes: number;
  lanes: number;
}

/** OWASP's first choice for argon2id; 111 ms on the machine of the measurements (19 MiB each). */
const COST: Argon2Cost = { memoryKib: 19_456, passes: 2, lanes: 1 };
/** Simultaneous hashes: each takes a thread and 19 MiB. */
const AT_ONCE = 2;
/** At the start of a shift a whole ward may wait. This many finish in half a minute, which is half the time limit of a request. */
const WAITING = 500;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

const runArgon2 = promisify(argon2);

export function createPasswords(cost: Argon2Cost = COST): Passwords {
  const inTurn = createFairQueue({ atOnce: AT_ONCE, waitingMost: WAITING });
  const tagOf = (
    password: string,
    { salt, cost: of, length, sender }: { salt: Uint8Array; cost: Argon2Cost; length: number; sender: string },
  ): Promise<Buffer> =>
    inTurn(sender, () =>
      runArgon2('argon2id', {
        // The same characters typed on another keyboard must be the same password.
        message: password.normalize('NFKC'),
        nonce: salt,
        memory: of.memoryKib,
        passes: of.passes,
        parallelism: of.lanes,
        tagLength: length,
      }),
    );
  const nobody = phcToText({ cost, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) });

  return {
    async hash(password, sender) {
      const salt = randomBytes(SALT_BYTES);
      return phcToText({ cost, salt, tag: await tagOf(password, { salt, cost, length: TAG_BYTES, sender }) });
    },
    async isRight(password, hash, sender) {
      const expected = parsePhc(hash ?? nobody);
      if (expected === null) throw new Error('A stored password hash could not be read.');
      const tag = await tagOf(password, { salt: expected.salt, cost: expected.cost, length: expected.tag.length, sender });
      return timingSafeEqual(tag, expected.tag) && hash !== null;
    },
    waiting: () => inTurn.waiting(),
  };
}

interface Phc {
  cost: Argon2Cost;
  salt: Uint8Array;
  tag: Uint8Array;
}

/** `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`, base64 without padding: other argon2 libraries read it too. */
function phcToText({ cost, salt, tag }: Phc): string {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.lanes}$${base64(salt)}$${base64(tag)}`;
}

function parsePhc(text: string): Phc | null {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(text);
  if (found === null) return null;
  const [, memoryKib, passes, lanes, salt = '', tag = ''] = found;
  return {
    cost: { memoryKib: Number(memoryKib), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
