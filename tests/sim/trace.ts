/** The sequence of events as one number, which must be the same in two runs of a seed, and as lines for examining a failing seed. */
export class Trace {
  readonly lines: string[] | null;
  #hash = 0x811c9dc5;

  constructor(withLines: boolean) {
    this.lines = withLines ? [] : null;
  }

  get hash(): number {
    return this.#hash >>> 0;
  }

  note(time: number, what: string, ...about: (number | string)[]): void {
    this.#add(time);
    this.#addText(what);
    for (const one of about) {
      if (typeof one === 'number') this.#add(one);
      else this.#addText(one);
    }
    this.lines?.push(`${(time / 1000).toFixed(3).padStart(12)}  ${what} ${about.join(' ')}`);
  }

  #add(value: number): void {
    this.#hash = Math.imul(this.#hash ^ (value & 0xffff_ffff), 0x01000193);
    this.#hash ^= this.#hash >>> 15;
  }

  #addText(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.#hash = Math.imul(this.#hash ^ text.charCodeAt(at), 0x01000193);
  }
}
