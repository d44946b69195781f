import { useEffect, useState } from 'react';

export interface WrittenText {
  /** What the field shows. */
  shown: string;
  /** What is being written; null while nobody writes. */
  draft: string | null;
  /** What stands without the draft: kept or still on its way to the device. It is what a new draft begins with and is compared with. */
  standing: string;
  begin(): void;
  write(text: string): void;
  /** The writing ended. `text`: what is kept of it, if anything. */
  end(text?: string): void;
}

/** The text of a field that is kept when it is left. The live view follows a moment later; until then the field goes on from what was kept, not from what was before. */
export function useWrittenText(saved: string): WrittenText {
  const [draft, setDraft] = useState<string | null>(null);
  const [kept, setKept] = useState<string | null>(null);
  useEffect(() => setKept(null), [saved]);
  const standing = kept ?? saved;
  return {
    shown: draft ?? standing,
    draft,
    standing,
    begin: () => setDraft(standing),
    write: setDraft,
    end(text) {
      if (text !== undefined) setKept(text);
      setDraft(null);
    },
  };
}
