import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import type { Session } from '#model/session.ts';
import { OneStates } from '#ui/lists/OneStates.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { ModelRules } from './ModelRules.tsx';
import { TEXTS } from './texts.ts';
import { useConfiguration } from './use-workers.ts';
import classes from './Workers.module.css';

/** ROUTE-045: which model runs by itself on which series. */
export function ModelRulesPage() {
  const { permissions } = useSession<Session>();
  const configuration = useConfiguration();
  return (
    <Page
      title={TEXTS.configuration}
      breadcrumb={[
        permissions.has('admin') ? (
          <Link key="administration" to="/admin">
            {TEXTS.administration}
          </Link>
        ) : (
          <span key="administration">{TEXTS.administration}</span>
        ),
      ]}
    >
      <p className={classes.intro}>{TEXTS.configurationNote}</p>
      <OneStates
        query={configuration}
        isGone={false}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.configurationFailed, configuration.error) }}
      >
        {(found) => (found === undefined ? <Skeleton height={320} /> : <ModelRules configuration={found} />)}
      </OneStates>
    </Page>
  );
}
