/**
 * [Note: The password without a server]
 *
 * Each time the server confirms a password, this host of the base domain keeps a salted PBKDF2 of it, only to unlock the screen while the
 * server is unavailable. After five wrong attempts only the server can check. It is deleted at sign-out.
 */
export interface OfflineCheck {
  /** Keeps a password that the server has just confirmed. */
  keep(userId: number, password: string): Promise<void>;
  /** `none`: this host has nothing to check against. `spent`: too many attempts. */
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
  /** OWASP's number for PBKDF2 with SHA-256 (600,000): a third of a second on a slow laptop. */
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
      // Counted before the check, so that reloading the page does not give the attempt back.
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
