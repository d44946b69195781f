import { Skeleton } from '@mantine/core';
import { IconFilterX } from '@tabler/icons-react';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import type { Dataset } from '#contract/datasets.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import listPage from '#ui/lists/list-page.module.css';
import { asOfText } from '#ui/lists/list-texts.ts';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { StackedBar } from '#ui/StackedBar.tsx';
import { Swatch } from '#ui/Swatch.tsx';
import tabs from '#ui/tabs.module.css';
import type { ChooseStudies } from './choose-studies.ts';
import { DatasetActions } from './DatasetActions.tsx';
import { parseDatasetTab, type DatasetTab } from './datasets-address.ts';
import { DatasetPatients } from './DatasetPatients.tsx';
import classes from './Datasets.module.css';
import { PART_COLOURS } from './part-colours.ts';
import { patientsText, studiesText, TEXTS } from './texts.ts';
import { useDataset } from './use-datasets.ts';
import { DatasetVersions } from './versions/DatasetVersions.tsx';
import { VERSION_TEXTS } from './versions/version-texts.ts';

/** ROUTE-086: one dataset. */
export function DatasetPage({ choose }: { choose: ChooseStudies }) {
  const { serverReachable, permissions } = useSession<Session>();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const tab = parseDatasetTab(useSearch({ strict: false }));
  const query = useDataset(id);
  const shown = query.data?.data[0];
  return (
    <Page
      title={shown?.name ?? TEXTS.datasets}
      breadcrumb={[
        <Link key="datasets" to="/dataset">
          {TEXTS.datasets}
        </Link>,
      ]}
      actions={shown && <DatasetActions key={shown.id} dataset={shown} />}
    >
      {shown && (!serverReachable || query.isError) && <p className={listPage.asOf}>{asOfText(query.dataUpdatedAt)}</p>}
      <ListStates
        list={query}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, query.error) }}
        empty={
          <EmptyState icon={IconFilterX} title={TEXTS.notFound}>
            {TEXTS.notFoundWhy}
          </EmptyState>
        }
      >
        {(found) =>
          found?.[0] ? (
            <div className={classes.page}>
              <DatasetSplit dataset={found[0]} />
              <DatasetTabs id={id} current={tab} />
              {tab === 'versions' ? (
                <DatasetVersions key={found[0].id} dataset={found[0].id} />
              ) : (
                permissions.has('r:studies') && <DatasetPatients key={found[0].id} dataset={found[0]} choose={choose} />
              )}
            </div>
          ) : (
            <Skeleton height={240} />
          )
        }
      </ListStates>
    </Page>
  );
}

const TABS: readonly { tab: DatasetTab; name: string }[] = [
  { tab: 'studies', name: VERSION_TEXTS.studies },
  { tab: 'versions', name: VERSION_TEXTS.versions },
];

function DatasetTabs({ id, current }: { id: string; current: DatasetTab }) {
  return (
    <nav aria-label={VERSION_TEXTS.tabs} className={tabs.nav}>
      {TABS.map(({ tab, name }) => (
        <Link
          key={tab}
          to="/dataset/$id"
          params={{ id }}
          search={tab === 'studies' ? {} : { tab }}
          className={tabs.tab}
          activeProps={NOT_MARKED}
          activeOptions={EXACT}
          {...(tab === current ? { 'aria-current': 'page' } : {})}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** The router would mark every link to this page as current, whatever its query. */
const NOT_MARKED = { 'aria-current': undefined } as const;
const EXACT = { exact: true } as const;

/** All figures are from the same answer, so they add up. */
function DatasetSplit({ dataset: { name, structure, patients, studies, split } }: { dataset: Dataset }) {
  const parts = (['train', 'validation', 'test', 'none'] as const).filter((part) => part !== 'none' || split.none.patients > 0);
  return (
    <section className={classes.panel} aria-label={name}>
      <p className={classes.figure}>
        <strong>{patientsText(patients)}</strong>
        <span className={classes.dim}>{studiesText(studies)}</span>
        <span className={classes.chip}>
          <Swatch color={structure.color} />
          <bdi>{structure.title}</bdi>
        </span>
      </p>
      {patients > 0 && (
        <StackedBar
          label={TEXTS.patients}
          parts={parts.map((part) => ({
            name: `${TEXTS.parts[part]}, ${studiesText(split[part].studies)}`,
            count: split[part].patients,
            colour: PART_COLOURS[part],
          }))}
        />
      )}
    </section>
  );
}
