import { Checkbox } from '@mantine/core';
import { SERVER_ARCHIVE_TEXTS } from './server-archive-texts.ts';
import classes from './ServerOpensBox.module.css';

export interface ServerOpens {
  serverOpens: boolean;
  setServerOpens: (serverOpens: boolean) => void;
}

/** At the person's wish archives are opened on the server; until this page is left, for nobody should send more unread than they meant to. */
export function ServerOpensBox({ serverOpens, setServerOpens }: ServerOpens) {
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
