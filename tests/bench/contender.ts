/** A page that is given files and should have them when its browser was killed: the product, or what it is measured beside. */
export interface Contender {
  name: string;
  /** A browser with this profile and the page open in it. The same profile again: the same machine after the kill. */
  open(profile: string): Promise<OpenPage>;
  dispose(): Promise<void>;
}

export interface OpenPage {
  /** Chooses the folder; comes back when the page has taken notice of it. */
  give(folder: string): Promise<void>;
  /** How many of the given files the screen calls stored. */
  claimed(given: number): Promise<number>;
  /** On a used profile: what is there. */
  readBack(): Promise<AfterKill>;
  /** SIGKILL of the browser. */
  kill(): Promise<void>;
}

export interface AfterKill {
  /** How many files the screen shows as being there. */
  listed: number;
  /** Files whose bytes could be read. */
  back: readonly { name: string; sha256: string }[];
  /** Whether the screen speaks of a file by its name, or of all that are missing by their number. */
  speaksOf(name: string, missing: number): boolean;
}

export interface StagedSeconds {
  /** From the choice to the first file that is called stored, and to the last. */
  first: number;
  all: number;
}
