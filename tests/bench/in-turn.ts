/** Takes one value: a time, or what comes of it. */
export type Take = () => Promise<number>;

/**
 * Rounds in which each takes its turn: whatever else the machine does meanwhile shakes all of them alike. The first round warms up and does not
 * count. The values of each, in the order of the rounds.
 */
export async function inTurn<Name extends string>(rounds: number, takes: Record<Name, Take>): Promise<Record<Name, number[]>> {
  const names = Object.keys(takes) as Name[];
  const values = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const value = await takes[name]();
      if (round >= 0) values[name].push(value);
    }
  }
  return values;
}
