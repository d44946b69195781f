/** Something to go to or to do, found by its words. */
export interface Command {
  id: string;
  label: string;
  /** Its own keys, where it has some. */
  keys?: string;
  run: () => void;
}

/** Commands in which every typed word begins a word, in the order in which they stand. */
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
