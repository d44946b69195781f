import { IconDeviceLaptop, IconShieldCheck, IconWifi, type Icon } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import classes from './Promises.module.css';

const PROMISES: readonly { icon: Icon; tone: string; title: string; text: string }[] = [
  {
    icon: IconDeviceLaptop,
    tone: 'still',
    title: t('Read before it leaves'),
    text: t('DICOM files are read and previewed here, with or without network.'),
  },
  {
    icon: IconWifi,
    tone: 'moving',
    title: t('Survives the network'),
    text: t('A lost connection, a closed tab or a power cut costs nothing. You never select a file twice.'),
  },
  {
    icon: IconShieldCheck,
    tone: 'sure',
    title: t('Verified, file by file'),
    text: t('Each file is hashed on this device and on the server. It counts as verified only when both hashes are equal.'),
  },
];

/** The promises of the product, in the tones of its statuses. */
export function Promises() {
  return (
    <ol className={classes.promises}>
      {PROMISES.map(({ icon: PromiseIcon, tone, title, text }) => (
        <li key={title} className={classes.promise}>
          <span className={classes.mark} data-tone={tone}>
            <PromiseIcon size={16} stroke={1.5} aria-hidden />
          </span>
          <div>
            <h2 className={classes.title}>{title}</h2>
            <p className={classes.text}>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
