import { Button, Skeleton } from '@mantine/core';
import { IconShape } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import type { AnswerOf, Calls } from '#contract/calls.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { Session } from '#model/session.ts';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import table from '#ui/lists/table.module.css';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Swatch } from '#ui/Swatch.tsx';
import { TEXTS } from '#features/segmentations/texts.ts';
import { parseSegmentationsAddress, parseSegmentsList } from './segmentations-address.ts';
import classes from './SegmentationsTable.module.css';
import { useSegments } from './use-segmentations.ts';

type ListedSegment = AnswerOf<Calls['segments']>['data'][number];

/** ROUTE-028, 087: the segments of the segmentations in the address; without any, a link to their list. */
export function SegmentsPage() {
  const { list } = useParams({ strict: false }) as { list?: string };
  const ids = parseSegmentsList(list);
  if (ids !== null) return <SegmentsOf list={ids} />;
  return (
    <Page title={TEXTS.segments} breadcrumb={[CRUMB]}>
      <EmptyState icon={IconShape} title={TEXTS.chooseFirst} action={TO_SEGMENTATIONS}>
        {TEXTS.chooseFirstWhy}
      </EmptyState>
    </Page>
  );
}

const CRUMB = (
  <Link key="segmentations" to="/segmentations">
    {TEXTS.segmentations}
  </Link>
);
const TO_SEGMENTATIONS = (
  <Button component={Link} to="/segmentations">
    {TEXTS.toSegmentations}
  </Button>
);

function SegmentsOf({ list }: { list: string }) {
  const { page } = parseSegmentationsAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const segments = useSegments(list, page);
  return (
    <ListPage
      title={TEXTS.segments}
      breadcrumb={[CRUMB]}
      list={segments}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.listFailed, segments.error) }}
      onPage={(next) => void navigate({ to: '/segments/$list', params: { list }, search: (next > 1 ? { page: next } : {}) as never })}
      empty={{ icon: IconShape, title: TEXTS.noSegmentsFound, why: TEXTS.noSegmentsFoundWhy, action: TO_SEGMENTATIONS }}
    >
      {(rows) => <SegmentsTable segments={rows} />}
    </ListPage>
  );
}

const SKELETON_ROWS = 8;

function SegmentsTable({ segments }: { segments: readonly ListedSegment[] | undefined }) {
  return (
    <div
      className={classNames(table.table, classes.items)}
      data-list
      role="table"
      aria-label={TEXTS.segments}
      aria-busy={segments === undefined}
    >
      <div className={table.head} role="row">
        {Object.values(TEXTS.segmentColumns).map((title) => (
          <span key={title} role="columnheader">
            {title}
          </span>
        ))}
      </div>
      {segments
        ? segments.map((segment) => <SegmentRow key={segment.id} segment={segment} />)
        : Array.from({ length: SKELETON_ROWS }, (_, index) => (
            <div key={index} className={table.row} data-skeleton aria-hidden>
              <Skeleton width="50%" height={12} />
              <Skeleton className={classes.wide ?? ''} width="60%" height={12} />
            </div>
          ))}
    </div>
  );
}

function SegmentRow({ segment: { title, color, value, revision, segmentation } }: { segment: ListedSegment }) {
  const { permissions } = useSession<Session>();
  const { structure, study } = segmentation;
  const name = patientNameToText(study.patientName) || TEXTS.noName;
  return (
    <div className={table.row} role="row">
      <div role="rowheader" className={classes.name}>
        <Swatch color={color} />
        <div className={classes.words}>
          <bdi>{title}</bdi>
          <span className={table.narrow}>{[structure.title, name].join(' · ')}</span>
        </div>
      </div>
      <div role="cell" className={classNames(table.text, classes.wide)}>
        {permissions.has('r:studies:detail') ? (
          <Link to="/serie/organize/$uuid" params={{ uuid: study.uuid }}>
            {structure.title}
          </Link>
        ) : (
          structure.title
        )}
      </div>
      <div role="cell" className={classNames(table.text, classes.wide)}>
        <bdi>{name}</bdi>
      </div>
      <div role="cell">{value}</div>
      <div role="cell" className={classes.wide}>
        {revision}
      </div>
    </div>
  );
}
