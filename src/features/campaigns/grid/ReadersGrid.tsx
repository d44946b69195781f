import { VisuallyHidden } from '@mantine/core';
import { memo, useMemo } from 'react';
import type { Campaign, CampaignRead } from '#contract/campaigns.ts';
import { formatCount, formatDuration, formatShare } from '#ui/format.ts';
import { ScrolledTable } from '#ui/lists/ScrolledTable.tsx';
import { readerRows, repeatsOf, type ReaderRow } from '#features/campaigns/campaign-figures.ts';
import {
  caseHeadText,
  casesText,
  caseText,
  gridNoteText,
  LEGEND,
  readerText,
  readText,
  SKIP_TEXTS,
  skippedReadText,
  TEXTS,
} from '#features/campaigns/texts.ts';
import classes from './ReadersGrid.module.css';

/** Who has read which case. The cases scroll between the readers and their sums. A cell says in words what it shows. */
export function ReadersGrid({ campaign }: { campaign: Campaign }) {
  const rows = useMemo(() => readerRows(campaign), [campaign]);
  const { cases } = campaign;
  const skipped = campaign.all_reads.filter(({ state, skipped: reason }) => state !== 'done' && reason !== null);
  return (
    <section className={classes.grid} aria-labelledby="readers-and-cases">
      <div className={classes.head}>
        <h2 id="readers-and-cases" className={classes.title}>
          {TEXTS.readersAndCases}
        </h2>
        <span className={classes.dim}>{gridNoteText(casesText(cases.length), repeatsOf(campaign.all_reads))}</span>
        <ul className={classes.legend} aria-label={TEXTS.legend}>
          {LEGEND.map(({ look, text }) => (
            <li key={look}>
              <Look look={look} />
              {text}
            </li>
          ))}
        </ul>
      </div>
      <ScrolledTable className={classes.scroll} label={TEXTS.gridOfReads}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" className={classes.reader}>
                {TEXTS.reader}
              </th>
              {cases.map(({ number, known }) => (
                <th key={number} scope="col" className={classes.number}>
                  <VisuallyHidden>{caseHeadText(number, known)}</VisuallyHidden>
                  <span aria-hidden>{known ? <Look look="known" /> : number === 1 || number % 10 === 0 ? number : ''}</span>
                </th>
              ))}
              <th className={classes.filler} aria-hidden />
              <th scope="col" className={classes.read}>
                {TEXTS.read}
              </th>
              <th scope="col" className={classes.done}>
                {TEXTS.done}
              </th>
              <th scope="col" className={classes.median}>
                {TEXTS.median}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ReaderLine key={row.number} row={row} cases={cases} />
            ))}
          </tbody>
        </table>
      </ScrolledTable>
      {skipped.length > 0 && (
        <p className={classes.skipped}>
          <span className={classes.dim}>{`${TEXTS.skippedReads}: `}</span>
          {skipped.map((read) => skippedReadText(read.reader, read.case, SKIP_TEXTS[read.skipped!])).join(' · ')}
        </p>
      )}
    </section>
  );
}

const ReaderLine = memo(function ReaderLine({ row, cases }: { row: ReaderRow; cases: Campaign['cases'] }) {
  const { number, name, left, done, total, medianMs } = row;
  return (
    <tr data-reader={number}>
      <th scope="row" className={classes.reader}>
        {readerText(number)}
        <span className={classes.name} title={name ?? TEXTS.noAccount}>
          <bdi>{name ?? TEXTS.noAccount}</bdi>
          {left && name !== null && `, ${TEXTS.leftTeam}`}
        </span>
      </th>
      {cases.map((each) => (
        <td key={each.number} className={classes.cell}>
          {(row.reads.get(each.number) ?? []).map((read) => (
            <Cell key={read.uuid} read={read} />
          ))}
        </td>
      ))}
      <td className={classes.filler} aria-hidden />
      <td className={classes.read}>
        <strong>{formatCount(done)}</strong>
        {` / ${formatCount(total)}`}
      </td>
      <td className={classes.done}>{total > 0 && formatShare(done / total)}</td>
      <td className={classes.median}>{medianMs !== null && formatDuration(medianMs / 1_000)}</td>
    </tr>
  );
});

type LookName = (typeof LEGEND)[number]['look'];

function Cell({ read }: { read: CampaignRead }) {
  const { state, skipped, repeat } = read;
  const look =
    state === 'done' ? 'read' : state === 'started' ? 'open' : state === 'returned' ? 'returned' : skipped === null ? 'none' : 'skipped';
  const text = `${caseText(read.case)}, ${readText(read)}`;
  return <span className={classes.look} data-look={look} data-repeat={repeat || undefined} role="img" aria-label={text} title={text} />;
}

const Look = ({ look }: { look: LookName }) => (
  <span className={classes.look} data-look={look} data-repeat={look === 'repeat' || undefined} aria-hidden />
);
