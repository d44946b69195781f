import { t } from '#language/t.ts';
import classes from './Tour.module.css';

/** Screenshots of the product: `npm run shots -- --tour` takes them again. The patients in them are generated. */
const STOPS = [
  {
    picture: 'prepare',
    title: t('Prepare, before anything leaves the device'),
    text: t('Patients, studies and series stand as they will arrive. Look at each, choose, rename and number; none of it needs a network.'),
  },
  {
    picture: 'look',
    title: t('Look, as at a workstation'),
    text: t('Window, zoom, cine and tags in the browser, by mouse, keys and touch. What was opened before opens without a network too.'),
  },
  {
    picture: 'find',
    title: t('Find, keep and prove'),
    text: t('The studies of the team, what each went through, and a receipt that proves every file.'),
  },
] as const;

const [WIDTH, HEIGHT] = [1440, 900];

export function Tour() {
  return (
    <ol className={classes.tour}>
      {STOPS.map(({ picture, title, text }) => (
        <li key={picture}>
          <figure className={classes.stop}>
            <span className={classes.frame}>
              {(['dark', 'light'] as const).map((scheme) => (
                <img
                  key={scheme}
                  className={classes.picture}
                  data-scheme={scheme}
                  src={`/tour/${picture}-${scheme}.webp`}
                  width={WIDTH}
                  height={HEIGHT}
                  loading="lazy"
                  alt=""
                  onError={({ currentTarget }) => (currentTarget.hidden = true)}
                />
              ))}
            </span>
            <figcaption>
              <h2 className={classes.title}>{title}</h2>
              <p className={classes.text}>{text}</p>
            </figcaption>
          </figure>
        </li>
      ))}
    </ol>
  );
}
