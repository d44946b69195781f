import type { MailTransport } from './mail-transport.ts';

export interface SmtpPlace {
  /** `smtp://user:password@host:port`, or `smtps://`. */
  url: string;
  from: string;
}

/** A mail server that is silent for this long counts as unavailable. */
const PATIENCE_MS = 30_000;

/** Loaded only if a mail server is set. */
export async function openSmtp({ url, from }: SmtpPlace): Promise<MailTransport> {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // A link for setting a password must not cross a network unencrypted.
    requireTLS: !secure && !isThisMachine(hostname),
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }, { id, signal }) {
      signal.throwIfAborted();
      // A single address, never parsed as a list, so that an invalid one is not sent anywhere.
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        messageId: id,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}
