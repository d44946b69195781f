import { Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import { t } from '#language/t.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import classes from './KeptAside.module.css';
import { KeptAsideTable } from './KeptAsideTable.tsx';
import { TEXTS } from './texts.ts';
import { useKeptAside } from './use-kept-aside.ts';

/** ROUTE-129: what the server keeps aside, for its authors and the administrators of the team. `onDecided`: this device may have some of it. */
export function KeptAsidePage({ onDecided }: { onDecided: () => Promise<void> }) {
  const list = useKeptAside();
  return (
    <ListPage
      title={TEXTS.title}
      breadcrumb={[
        <Link key="studies" to="/studies-v2">
          {t('Studies')}
        </Link>,
      ]}
      list={list}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, list.error) }}
      above={<p className={classes.note}>{TEXTS.note}</p>}
      empty={{
        icon: IconArchive,
        title: TEXTS.empty,
        why: TEXTS.emptyWhy,
        action: (
          <Button variant="default" renderRoot={(props) => <Link to="/studies-v2" {...props} />}>
            {TEXTS.toStudies}
          </Button>
        ),
      }}
    >
      {(groups) => <KeptAsideTable groups={groups} onDecided={onDecided} />}
    </ListPage>
  );
}
