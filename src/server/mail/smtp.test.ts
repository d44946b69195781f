import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSmtp } from './smtp.ts';

/** A mail server according to RFC 5321, without TLS. A rule decides what it accepts. */
let server: Server;
let url: string;
let commands: string[];
let taken: string[];
let refuses: string | null;
beforeEach(async () => {
  commands = [];
  taken = [];
  refuses = null;
  server = createServer(speak);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise<void>((resolve) => void server.close(() => resolve())));

function speak(socket: Socket): void {
  let text: string | null = null;
  let rest = '';
  socket.write('220 test\r\n');
  socket.on('data', (bytes) => {
    rest += bytes.toString();
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (text !== null && line !== '.') text += `${line}\n`;
      else if (text !== null) {
        taken.push(text);
        text = null;
        socket.write('250 taken\r\n');
      } else {
        commands.push(line);
        const verb = line.split(' ')[0] ?? '';
        if (verb === 'DATA') text = '';
        if (verb === 'QUIT') socket.end('221 bye\r\n');
        else
          socket.write(
            verb === 'EHLO' ? '250 test\r\n' : verb === 'DATA' ? '354 go on\r\n' : verb === refuses ? '550 no\r\n' : '250 ok\r\n',
          );
      }
    }
  });
}

const MAIL = { to: 'ada@example.org', subject: 'Grüße', text: 'Open this:\n\nhttp://app.localhost/reset-password#token=x' };
const options = () => ({ id: '<mail-1@app.localhost>', signal: new AbortController().signal });

describe('a mail', () => {
  test('is sent to the mail server with its address, subject and text', async () => {
    await (await openSmtp({ url, from: 'lightship@hospital.org' })).send(MAIL, options());
    expect(commands).toEqual(expect.arrayContaining(['MAIL FROM:<lightship@hospital.org>', 'RCPT TO:<ada@example.org>']));
    expect(taken).toHaveLength(1);
    expect(taken[0]).toContain('Message-ID: <mail-1@app.localhost>');
    expect(taken[0]).toContain('Auto-Submitted: auto-generated');
    expect(taken[0]).toContain('http://app.localhost/reset-password#token=x');
  });

  test.each(['ada@example.org, eve@example.org', 'ada@example.org\r\nBcc: eve@example.org', 'ada@example.org\nRCPT TO:<eve@example.org>'])(
    'is sent to nobody else for an address like %j',
    async (to) => {
      await (await openSmtp({ url, from: 'lightship@hospital.org' })).send({ ...MAIL, to }, options()).catch(() => undefined);
      expect(commands).not.toContain('RCPT TO:<eve@example.org>');
      expect(commands.filter((line) => line.startsWith('RCPT')).length).toBeLessThanOrEqual(1);
      expect(taken.join('')).not.toMatch(/^Bcc:/im);
    },
  );

  test('that the mail server refuses is a failure, which the job retries', async () => {
    refuses = 'RCPT';
    const sending = (await openSmtp({ url, from: 'lightship@hospital.org' })).send(MAIL, options());
    await expect(sending).rejects.toThrow();
    expect(taken).toEqual([]);
  });
});
