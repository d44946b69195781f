import { Checkbox } from '@mantine/core';
import { SERVER_ARCHIVE_TEXTS } from './server-archive-texts.ts';
import classes from './ServerOpensCheckbox.module.css';

export interface ServerOpens {
  serverOpens: boolean;
  setServerOpens: (serverOpens: boolean) => void;
}

/** Lets the server open archives. Resets when this page is left, so that nobody sends more unread archives than intended. */
export function ServerOpensCheckbox({ serverOpens, setServerOpens }: ServerOpens) {
  return (
    <Checkbox
      size="xs"
      className={classes.box ?? ''}
      checked={serverOpens}
      onChange={(event) => setServerOpens(event.currentTarget.checked)}
      label={SERVER_ARCHIVE_TEXTS.serverOpens}
      description={SERVER_ARCHIVE_TEXTS.serverOpensWhy}
    />
  );
}
