import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { parseWireDate } from '#contract/dates.ts';
import type { ListedSegmentation } from '#contract/segmentations.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { Session } from '#model/session.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount, formatDateTime } from '#ui/format.ts';
import link from '#ui/lists/row-link.module.css';
import table from '#ui/lists/table.module.css';
import { useSession } from '#ui/session-context.tsx';
import { segmentsText, TEXTS } from '#features/segmentations/texts.ts';
import classes from './SegmentationsTable.module.css';

/** A page of segmentations. `undefined` while loading, which shows a skeleton. */
export function SegmentationsTable({ segmentations, rows }: { segmentations: readonly ListedSegmentation[] | undefined; rows: number }) {
  return (
    <div
      className={classNames(table.table, classes.segmentations)}
      data-list
      role="table"
      aria-label={TEXTS.segmentations}
      aria-busy={segmentations === undefined}
    >
      <div className={table.head} role="row">
        {Object.values(TEXTS.listColumns).map((title) => (
          <span key={title} role="columnheader">
            {title}
          </span>
        ))}
      </div>
      {segmentations
        ? segmentations.map((segmentation) => <SegmentationRow key={segmentation.id} segmentation={segmentation} />)
        : Array.from({ length: rows }, (_, index) => (
            <div key={index} className={table.row} data-skeleton aria-hidden>
              <Skeleton width="50%" height={12} />
              {[1, 2, 3, 4, 5].map((cell) => (
                <Skeleton key={cell} className={classes.wide ?? ''} width="60%" height={12} />
              ))}
            </div>
          ))}
    </div>
  );
}

function SegmentationRow({ segmentation }: { segmentation: ListedSegmentation }) {
  const { permissions } = useSession<Session>();
  const { id, structure, study, user, rbac_enabled, item_count, updated_at } = segmentation;
  const changed = parseWireDate(updated_at);
  const name = patientNameToText(study.patientName) || TEXTS.noName;
  const time = changed ? formatDateTime(changed, { seconds: false }) : '';
  const title = <bdi>{structure.title}</bdi>;
  return (
    <div className={classNames(table.row, link.row)} role="row" data-segmentation={id}>
      <div role="rowheader" className={classes.words}>
        {permissions.has('r:studies:detail') ? (
          <Link className={classNames(table.name, link.link, classes.title)} to="/serie/organize/$uuid" params={{ uuid: study.uuid }}>
            {title}
          </Link>
        ) : (
          <span className={table.name}>{title}</span>
        )}
        <span className={table.narrow}>{[name, segmentsText(item_count), time].join(' · ')}</span>
      </div>
      <div role="cell" className={classNames(table.text, classes.wide)}>
        <bdi>{name}</bdi>
      </div>
      <div role="cell" className={classNames(table.text, classes.wide)}>
        {user?.name ?? TEXTS.closedAccount}
      </div>
      <div role="cell" className={classNames(table.text, classes.wide, classes.dim)}>
        {rbac_enabled ? TEXTS.sharedShort : TEXTS.notSharedShort}
      </div>
      <div role="cell">
        <Link className={classes.segments} to="/segments/$list" params={{ list: String(id) }} aria-label={segmentsText(item_count)}>
          {formatCount(item_count)}
        </Link>
      </div>
      <div role="cell" className={classNames(table.text, classes.wide, classes.dim)}>
        {time}
      </div>
    </div>
  );
}
