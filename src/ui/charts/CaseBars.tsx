import { AnnotatorIcon } from '#ui/AnnotatorIcon.tsx';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import classes from './CaseBars.module.css';

export interface CaseBar {
  id: string;
  /** Of the patient, or the name of the case. */
  name: string;
  note: string;
  /** From 0 to 1, and in words. */
  value: number;
  words: string;
  /** In the annotator; null: it cannot be opened. */
  href: string | null;
}

/** Cases with a value each, in the given order. */
export function CaseBars({ cases }: { cases: readonly CaseBar[] }) {
  return (
    <ol className={classes.cases}>
      {cases.map(({ id, name, note, value, words, href }) => (
        <li key={id} data-case={id}>
          <bdi className={classes.name}>{name}</bdi>
          <span className={classes.note}>{note}</span>
          <span className={classes.bar}>
            <ProgressBar label={name} total={1} parts={[{ amount: value, tone: 'still' }]} />
          </span>
          <span className={classes.value}>{words}</span>
          {href === null ? <span /> : <AnnotatorIcon href={href} name={name} />}
        </li>
      ))}
    </ol>
  );
}

/** A picture in a row, with its title below; undefined while one is loading, or if it cannot be shown. */
export function CasePicture({ title, src }: { title: string; src: string | undefined }) {
  return (
    <li className={classes.picture}>
      {src === undefined ? <span className={classes.noPicture} aria-hidden /> : <img src={src} alt="" draggable={false} />}
      <span className={classes.note}>{title}</span>
    </li>
  );
}
