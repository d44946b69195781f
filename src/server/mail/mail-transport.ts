/** Gives a mail to whoever brings it to its address. Rejects when it was not taken: then it is tried again. */
export interface MailTransport {
  /** `id`: the same for each try of one mail. */
  send(mail: Mail, options: { id: string; signal: AbortSignal }): Promise<void>;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}
