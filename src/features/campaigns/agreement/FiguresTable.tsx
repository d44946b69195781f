import type { Agreement } from '#contract/campaigns.ts';
import { ScrolledTable } from '#ui/lists/ScrolledTable.tsx';
import {
  casesText,
  diceText,
  intervalText,
  kappaText,
  knownDiceText,
  readerText,
  rightText,
  TEXTS,
  titleText,
} from '#features/campaigns/texts.ts';
import classes from './Agreement.module.css';
import type { ShownAgreement } from './shown-agreement.ts';

type Value = Agreement['masks'][number]['between'];

/** All figures, with their intervals and numbers of cases. */
export function FiguresTable({ fields, masks }: Pick<ShownAgreement, 'fields' | 'masks'>) {
  const hasWeighted = fields.some(({ weighted }) => weighted !== null);
  const hasKnown = [...fields, ...masks].some(({ known }) => known.length > 0);
  return (
    <div className={classes.card} data-wide>
      <div className={classes.cardHead}>
        <h2 className={classes.cardTitle}>{TEXTS.figures}</h2>
      </div>
      <ScrolledTable className={classes.scroll} label={TEXTS.figures}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{TEXTS.what}</th>
              <th scope="col">{TEXTS.betweenReaders}</th>
              {hasWeighted && <th scope="col">{TEXTS.weighted}</th>}
              <th scope="col">{TEXTS.sameReader}</th>
              {hasKnown && <th scope="col">{TEXTS.knownRight}</th>}
            </tr>
          </thead>
          <tbody>
            {fields.map(({ key, title, between, weighted, same, known }) => (
              <tr key={`field ${key}`}>
                <th scope="row">{titleText(title)}</th>
                <FigureCell figure={between} words={kappaText} />
                {hasWeighted && <FigureCell figure={weighted} words={kappaText} />}
                <FigureCell figure={same} words={kappaText} />
                {hasKnown && <td>{known.map(({ reader, right, cases }) => rightText(readerText(reader), right, cases)).join(', ')}</td>}
              </tr>
            ))}
            {masks.map(({ title, between, same, known }) => (
              <tr key={`mask ${title}`}>
                <th scope="row">{titleText(title)}</th>
                <FigureCell figure={between} words={diceText} />
                {hasWeighted && <FigureCell figure={null} words={diceText} />}
                <FigureCell figure={same} words={diceText} />
                {hasKnown && <td>{known.map(({ reader, value, cases }) => knownDiceText(readerText(reader), value, cases)).join('; ')}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrolledTable>
    </div>
  );
}

/** Null: there is no such figure. */
function FigureCell({ figure, words }: { figure: Value | null; words: (value: number | null) => string }) {
  return (
    <td>
      {figure !== null && (
        <>
          {words(figure.value)}
          <span
            className={classes.dim}
          >{` ${[figure.interval && intervalText(figure.interval), casesText(figure.cases)].filter(Boolean).join(', ')}`}</span>
        </>
      )}
    </td>
  );
}
