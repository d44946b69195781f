import { TEXTS } from '#app/texts.ts';
import classes from './SkipLink.module.css';

/** First stop of the keyboard on every page. A button's work, a link's place: the router must not take it for an address. */
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
