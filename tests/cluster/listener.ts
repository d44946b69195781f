import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';

/** Listens to the news of a team through the proxy, over a WebSocket like an open page, and connects again when its server is gone. */
export class Listener {
  readonly #socket: Socket;
  #last = 0;
  /** Times that it was connected. */
  connections = 0;

  constructor({ port, bearer, userId }: { port: number; bearer: string; userId: number }) {
    this.#socket = io(`http://127.0.0.1:${port}`, {
      path: '/services/socket.io',
      auth: { token: bearer },
      transports: ['websocket'],
      reconnectionDelay: 50,
      reconnectionDelayMax: 200,
    });
    this.#socket.on('connect', () => {
      this.connections += 1;
      this.#socket.emit('set-team-user', { user: userId, team: 'north' }, () => undefined);
    });
    // A server that stops sends its connections away.
    this.#socket.on('disconnect', (reason) => void (reason === 'io server disconnect' && this.#socket.connect()));
    this.#socket.on('change', ({ seq }: { seq: number }) => void (this.#last = Math.max(this.#last, seq)));
  }

  /** Whether it hears of a change that is made now and has at least this number. A connection may have just begun, and then another one is made. */
  async hears(change: () => Promise<number>, atMostMs: number): Promise<boolean> {
    const limit = performance.now() + atMostMs;
    while (performance.now() < limit) {
      const seq = await change();
      for (let waited = 0; waited < 20 && this.#last < seq; waited += 1) await pause(50);
      if (this.#last >= seq) return true;
    }
    return false;
  }

  close(): void {
    this.#socket.disconnect();
  }
}
