/**
 * [Note: The password without a server]
 *
 * Each time the server has said that a password is right, this host of the base domain keeps a salted PBKDF2 of it, for one purpose: to open the locked
 * screen while the server is away. Five wrong tries use it up; then only the server can tell. It goes with the sign-out.
 */
export interface OfflineCheck {
  /** What the server has just said is right. */
  keep(userId: number, password: string): Promise<void>;
  /** `none`: this host has nothing to check with. `spent`: it was tried too often. */
  check(
    userId: number,
    password: string,
  ): Promise<{ verdict: 'right' } | { verdict: 'wrong'; left: number } | { verdict: 'none' | 'spent' }>;
  forget(): Promise<void>;
}

export interface KeptPassword {
  userId: number;
  salt: Uint8Array<ArrayBuffer>;
  iterations: number;
  hash: Uint8Array<ArrayBuffer>;
  triesLeft: number;
}

export interface OfflineCheckPorts {
  read(): Promise<KeptPassword | null>;
  write(kept: KeptPassword | null): Promise<void>;
  /** Of SHA-256: what OWASP asks for PBKDF2 (600,000), a third of a second on a slow laptop. */
  iterations: number;
}

const TRIES = 5;

export function createOfflineCheck({ read, write, iterations }: OfflineCheckPorts): OfflineCheck {
  return {
    async keep(userId, password) {
      const salt = crypto.getRandomValues(new Uint8Array(16));
      await write({ userId, salt, iterations, hash: await derive(password, salt, iterations), triesLeft: TRIES });
    },
    async check(userId, password) {
      const kept = await read();
      if (kept === null || kept.userId !== userId) return { verdict: 'none' };
      if (kept.triesLeft <= 0) return { verdict: 'spent' };
      // Counted before it is looked at: a page that is reloaded in between has used its try.
      const left = kept.triesLeft - 1;
      await write({ ...kept, triesLeft: left });
      const hash = await derive(password, kept.salt, kept.iterations);
      if (!isSame(hash, kept.hash)) return left === 0 ? { verdict: 'spent' } : { verdict: 'wrong', left };
      await write({ ...kept, triesLeft: TRIES });
      return { verdict: 'right' };
    },
    forget: () => write(null),
  };
}

async function derive(password: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, ['deriveBits']);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256));
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, index) => byte === b[index]);
}
