import { useEffect, useState } from 'react';

export interface DraftText {
  /** What the field shows. */
  shown: string;
  /** The edited text; null while nobody edits. */
  draft: string | null;
  /** The text without the draft: saved or being saved. A new draft starts from it and is compared with it. */
  standing: string;
  begin(): void;
  write(text: string): void;
  /** Editing has ended. `text`: what is saved, if anything. */
  end(text?: string): void;
}

/** The text of a field that is saved on blur. Until the live view follows, the field shows the saved text, not the previous one. */
export function useDraftText(saved: string): DraftText {
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
