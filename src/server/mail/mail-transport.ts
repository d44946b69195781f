/** Passes a mail on for delivery. Rejects if it was not accepted; it is then retried. */
export interface MailTransport {
  /** `id`: the same for every try of a mail. */
  send(mail: Mail, options: { id: string; signal: AbortSignal }): Promise<void>;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}
