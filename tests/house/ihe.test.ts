import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';
import { readRows, readSources } from '#commands/requirements.ts';

const HEADS = /^\| (?:Section|:?-)/;

it('each function of IHE Basic Image Review names rows that are built, or says why not [SCREEN-07]', async () => {
  const [text, sources] = await Promise.all([readFile(join(CHECKOUT, 'docs/ihe-basic-image-review.md'), 'utf8'), readSources()]);
  const stateOf = new Map(readRows(sources).rows.map(({ id, state }) => [id, state]));
  const rows = text.split('\n').filter((line) => line.startsWith('|') && !HEADS.test(line));
  expect(rows.length).toBeGreaterThan(30);
  const problems = rows.flatMap((line) => {
    const [, section, , state, , shown = '', ...rest] = line.split('|').map((cell) => cell.trim());
    const ids = shown.match(/[A-Z]+-\d{2,3}/g) ?? [];
    const reason = shown.replaceAll(/[A-Z]+-\d{2,3}[,.]?/g, '').trim();
    const isShown = ids.length > 0 && reason === '';
    const isRight = state === 'done' ? isShown : ['partly', 'not done'].includes(state!) && /^.{20,}\.$/.test(reason);
    const unbuilt = ids.filter((id) => stateOf.get(id) !== 'built');
    return rest.length === 1 && section !== '' && isRight && unbuilt.length === 0 ? [] : [`${line} ${unbuilt.join(' ')}`];
  });
  expect(problems).toEqual([]);
});
