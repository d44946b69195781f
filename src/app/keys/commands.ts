/** A page or an action that is found by its words. */
export interface Command {
  id: string;
  label: string;
  keys?: string;
  run: () => void;
}

/** Commands in which every typed word is the start of a word, in their original order. */
export function matchingCommands(commands: readonly Command[], typed: string): Command[] {
  const wanted = wordsOf(typed);
  return commands.filter(({ label }) => {
    const words = wordsOf(label);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  });
}

function wordsOf(text: string): string[] {
  return text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
}
