/** The token of the fragment `/reset-password#token=…`; null if it is incomplete. */
export function resetTokenOf(hash: string): string | null {
  return /^#token=([A-Za-z0-9_-]{43})$/.exec(hash)?.[1] ?? null;
}

/** The call in the `url` of `/verify?url=…`: the only call that such a link may make, whatever else it contains. */
export function verifyLinkOf(search: string): { id: string; hash: string } | null {
  const [, id, hash] = /^\/email\/verify\/([1-9]\d{0,14})\/([A-Za-z0-9_-]{43})$/.exec(new URLSearchParams(search).get('url') ?? '') ?? [];
  return id === undefined || hash === undefined ? null : { id, hash };
}
