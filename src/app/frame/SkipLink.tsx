import { TEXTS } from '#app/texts.ts';
import classes from './SkipLink.module.css';

/** First tab stop of every page. A button that looks like a link, because the router would treat a link as an address. */
export function SkipLink() {
  return (
    <a
      className={classes.skip}
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
    >
      {TEXTS.skipLink}
    </a>
  );
}
