import type { PeerTimes } from '#tests/bench/page/annotator/best-peer.ts';
import { within } from '#tests/bench/page/annotator/peers.ts';
import { PAGE_NAMES, type BenchPages, type ContenderPage, type PageName } from './pages.ts';

export const OWN = 'Lightship';

/** Of one contender in one run: a value of each row that it has. */
type Values<Row extends string> = Partial<Record<Row, number>>;

/** Collects what the contenders need, a run at a time: they take turns, so that whatever else the machine does shakes all alike. */
export class ContenderTimes<Row extends string> {
  readonly #names: readonly PageName[];
  readonly #of = new Map<PageName, { renderer: string; problem: string | null; values: Values<Row>[] }>();

  constructor(names: readonly PageName[] = PAGE_NAMES) {
    this.#names = names;
  }

  /** One run of each of those that the pages have. One that failed is not tried again. */
  async run(pages: BenchPages, mostMs: number, measure: (page: ContenderPage) => Promise<Values<Row>>): Promise<void> {
    for (const name of this.#names.filter((one) => pages.names.includes(one))) {
      const of = this.#of.get(name) ?? { renderer: '', problem: null, values: [] };
      this.#of.set(name, of);
      if (of.problem !== null) continue;
      try {
        const taking = pages.with(name, async (page) => {
          of.values.push(await within(measure(page), mostMs, `${name} took longer than ${mostMs / 1000} s`));
          of.renderer = await page.call('renderer');
        });
        await taking;
      } catch (error) {
        of.problem = error instanceof Error ? error.message.split('\n')[0]! : String(error);
        console.log(`${name}: ${of.problem}`);
      }
    }
  }

  own(row: Row): { runs: number[]; problem: string | null } {
    return { runs: this.#runs(OWN, row), problem: this.#of.get(OWN)?.problem ?? null };
  }

  /** Those that can do what the row asks for. */
  peers(row: Row): PeerTimes[] {
    return this.#names
      .filter((name) => name !== OWN)
      .flatMap((name) => {
        const { renderer = '', problem = null } = this.#of.get(name) ?? {};
        const runs = this.#runs(name, row);
        return runs.length > 0 || problem !== null ? [{ name, renderer, problem, runs }] : [];
      });
  }

  #runs(name: PageName, row: Row): number[] {
    const values: readonly Values<Row>[] = this.#of.get(name)?.values ?? [];
    return values.flatMap((one) => one[row] ?? []);
  }
}
