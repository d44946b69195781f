import classes from './Logo.module.css';

const NAME = 'Lightship';

/** The mark with its wordmark (design.md §2); only the mark from 16 px. */
export function Logo({ markOnly = false, size = 24 }: { markOnly?: boolean; size?: number }) {
  return (
    <span className={classes.logo}>
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        aria-hidden={!markOnly}
        {...(markOnly ? { role: 'img', 'aria-label': NAME } : {})}
      >
        <path className={classes.lamp} opacity=".42" d="M11.3 4.9 22.5 1.4v9.8L11.3 7.7Z" />
        <circle className={classes.lamp} cx="8" cy="6.3" r="2.6" />
        <path
          className={classes.hull}
          d="M7.1 10.3h1.8v4h8.3l4.6-1.5a.5.5 0 0 1 .6.7l-2.7 5.8a2.2 2.2 0 0 1-2 1.3H6a2.2 2.2 0 0 1-2-1.2l-2.2-4.4a.5.5 0 0 1 .4-.7h4.9v-4Z"
        />
      </svg>
      {!markOnly && <span className={classes.word}>{NAME}</span>}
    </span>
  );
}
