import classes from './CodeChip.module.css';

/** A code that is compared visually (a modality), in a chip that is never truncated. */
export function CodeChip({ code, name }: { code: string; name: string }) {
  if (code === '') return null;
  return (
    <span className={classes.chip} title={name}>
      {code}
    </span>
  );
}
