export interface MentionedPerson {
  id: number;
  name: string;
}

/** What is being typed after an @, and where it begins; null: nothing is. `caret`: where the next character goes. */
export function typedMention(text: string, caret: number): { at: number; typed: string } | null {
  const at = text.lastIndexOf('@', caret - 1);
  if (at < 0 || (at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1]!))) return null;
  const typed = text.slice(at + 1, caret);
  return typed.includes('\n') || typed.length > MOST_TYPED ? null : { at, typed };
}

const MOST_TYPED = 40;

/** People whose name, or a word of it, begins like what was typed. */
export function matchingPeople<P extends MentionedPerson>(people: readonly P[], typed: string): P[] {
  const sought = typed.toLocaleLowerCase();
  return people.filter(({ name }) => {
    const lower = name.toLocaleLowerCase();
    return lower.startsWith(sought) || lower.split(/\s+/).some((word) => word.startsWith(sought));
  });
}

/** The text with the whole name in place of what was typed, and where the next character goes. */
export function withMention(
  text: string,
  { at, typed }: { at: number; typed: string },
  { name }: MentionedPerson,
): { text: string; caret: number } {
  const before = `${text.slice(0, at)}@${name} `;
  return { text: before + text.slice(at + 1 + typed.length).replace(/^ /, ''), caret: before.length };
}

/** Of the people who were chosen, those whose name is still in the text. */
export function mentionsIn(text: string, chosen: readonly MentionedPerson[]): number[] {
  return [...new Set(chosen.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id))];
}

export interface TextPart {
  text: string;
  isMention: boolean;
}

/** The text in parts; where a mentioned person is named, the part is a mention. */
export function mentionParts(text: string, mentioned: readonly MentionedPerson[]): TextPart[] {
  const names = mentioned.map(({ name }) => `@${name}`).toSorted((a, b) => b.length - a.length);
  const parts: TextPart[] = [];
  let plain = '';
  for (let at = 0; at < text.length;) {
    const name = names.find((each) => text.startsWith(each, at));
    if (name === undefined) plain += text[at];
    else {
      if (plain !== '') parts.push({ text: plain, isMention: false });
      parts.push({ text: name, isMention: true });
      plain = '';
    }
    at += name?.length ?? 1;
  }
  return plain === '' ? parts : [...parts, { text: plain, isMention: false }];
}
