import { useId } from 'react';
import sections from '#ui/sections.module.css';
import classes from './Recognition.module.css';
import { seriesText, TEXTS } from './texts.ts';

interface CountsTableProps {
  title: string;
  /** Heads of the first and, if there is one, the last column. */
  first: string;
  last?: string;
  rows: readonly { name: string; parts: readonly { name: string; count: number; colour: string }[]; end: string | null }[];
}

/** Counts by what they are of; the bars of all rows have one scale. */
export function CountsTable({ title, first, last, rows }: CountsTableProps) {
  const id = useId();
  const sizes = rows.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0));
  const most = Math.max(1, ...sizes);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={sections.heading}>
        {title}
      </h2>
      <div className={sections.panel}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {rows[0]?.parts.map(({ name }) => (
                <th key={name} scope="col" className={classes.number}>
                  {name}
                </th>
              ))}
              <th scope="col" className={classes.bars}>
                {TEXTS.series}
              </th>
              {last !== undefined && (
                <th scope="col" className={classes.number}>
                  {last}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, parts, end }, at) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {parts.map((part) => (
                  <td key={part.name} className={classes.number}>
                    {seriesText(part.count)}
                  </td>
                ))}
                <td className={classes.bars}>
                  <span className={classes.bar} style={{ width: `${(100 * sizes[at]!) / most}%` }}>
                    {parts
                      .filter(({ count }) => count > 0)
                      .map((part) => (
                        <span key={part.name} style={{ flexGrow: part.count, background: part.colour }} />
                      ))}
                  </span>
                  <span className={classes.size}>{seriesText(sizes[at]!)}</span>
                </td>
                {last !== undefined && <td className={classes.number}>{end}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
