import { Browser } from './browser.ts';
import type { SentChunk } from './content.ts';
import type { Planted } from './planted.ts';
import { Random } from './random.ts';
import { Rules } from './rules.ts';
import { Scheduler } from './scheduler.ts';
import { Servers } from './servers.ts';
import { Trace } from './trace.ts';

/** A failure in a run. `rule`: something that must never happen, whether or not bytes were lost. */
export interface Violation {
  kind: 'lost' | 'stuck' | 'rule';
  what: string;
}

/** One simulated life: one to three servers, browsers, and the rules that must hold. */
export class World {
  readonly random: Random;
  readonly scheduler = new Scheduler();
  readonly trace: Trace;
  readonly planted: Planted;
  readonly server: Servers;
  readonly rules: Rules;
  readonly browsers: Browser[] = [];
  violation: Violation | null = null;
  nextContext = 1;

  constructor(seed: number, options: { planted?: Planted; withLines?: boolean } = {}) {
    this.random = new Random(seed);
    this.trace = new Trace(options.withLines ?? false);
    this.planted = options.planted ?? 'none';
    this.rules = new Rules(this);
    this.server = new Servers(1 + (seed % 3), {
      scheduler: this.scheduler,
      random: this.random,
      trace: this.trace,
      planted: this.planted,
      onAcknowledged: (chunk: SentChunk) => this.rules.onAcknowledged(chunk),
    });
  }

  addBrowser(team: string): Browser {
    const browser = new Browser(this, team);
    this.browsers.push(browser);
    return browser;
  }

  note(what: string, ...about: (number | string)[]): void {
    this.trace.note(this.scheduler.now, what, ...about);
  }

  fail(kind: Violation['kind'], what: string): void {
    this.violation ??= { kind, what };
    this.note(kind.toUpperCase(), what);
  }
}
