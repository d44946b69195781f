import { useState } from 'react';
import type { InvitationLink } from './InvitationLinks.tsx';

/** Links that the server returned to this view, newest first. A renewed link replaces the previous one, which is no longer valid. */
export function useInvitationLinks() {
  const [links, setLinks] = useState<readonly InvitationLink[]>([]);
  return {
    links,
    take: (brought: readonly InvitationLink[]) =>
      setLinks((before) => [...brought, ...before.filter(({ id }) => !brought.some((one) => one.id === id))]),
    drop: (id: number) => setLinks((before) => before.filter((one) => one.id !== id)),
    clear: () => setLinks([]),
  };
}
