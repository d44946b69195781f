import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus, IconShape } from '@tabler/icons-react';
import { useState } from 'react';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { formatStudyDate } from '#ui/format.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Swatch } from '#ui/Swatch.tsx';
import { NewSegmentation } from './NewSegmentation.tsx';
import classes from './Organize.module.css';
import { SegmentationDetail } from './SegmentationDetail.tsx';
import type { OrganizedStudy } from './segmentation-writes.ts';
import { countSegments, type ShownSegmentation } from './shown-segmentations.ts';
import { sharingText, shownSegmentsText, studyAsOfText, TEXTS } from './texts.ts';
import { useStructuresForOffline } from './use-organize.ts';
import { useStudySegmentations } from './use-study-segmentations.ts';
import { DashedSwatch, Waits } from './Waits.tsx';

interface OrganizePanelProps {
  db: LocalDb;
  organized: OrganizedStudy;
  /** When it was answered, ms, if it may be out of date. */
  asOf: number | null;
}

/**
 * Segmentations of a study on the left, the chosen one on the right (design.md §18). Changes go through the outbox, with or without a network: the
 * last answer is shown with those applied that wait.
 */
export function OrganizePanel({ db, organized, asOf }: OrganizePanelProps) {
  const { serverReachable, permissions } = useSession<Session>();
  const { study, series } = organized;
  const { segmentations, save } = useStudySegmentations(db, study.uuid, organized);
  const [chosen, setChosen] = useState<string | null>(null);
  const current = segmentations.find(({ uuid }) => uuid === chosen) ?? segmentations[0] ?? null;
  // A new segmentation needs the list of structures.
  const mayCreate = permissions.has('r:structures');
  useStructuresForOffline(mayCreate && serverReachable);

  const create = () =>
    modals.open({
      title: TEXTS.newSegmentation,
      size: 'md',
      children: <NewSegmentation study={study.uuid} save={save} onCreated={setChosen} />,
    });
  const add = mayCreate && (
    <Button
      variant={segmentations.length === 0 ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
      onClick={create}
    >
      {TEXTS.newSegmentation}
    </Button>
  );
  return (
    <section className={classes.panel} aria-label={TEXTS.organize}>
      <Facts organized={organized} asOf={asOf} />
      {current === null ? (
        <EmptyState icon={IconShape} title={TEXTS.noSegmentations} action={add}>
          {TEXTS.noSegmentationsWhy}
        </EmptyState>
      ) : (
        <div className={classes.columns}>
          <div className={classes.list}>
            <div className={classes.head}>
              <h2>
                {TEXTS.segmentations} <span>{segmentations.length}</span>
              </h2>
              {add}
            </div>
            <ul>
              {segmentations.map((segmentation) => (
                <SegmentationItem
                  key={segmentation.uuid}
                  segmentation={segmentation}
                  isCurrent={segmentation === current}
                  onChoose={() => setChosen(segmentation.uuid)}
                />
              ))}
            </ul>
          </div>
          <SegmentationDetail key={current.uuid} study={study} series={series} segmentation={current} save={save} />
        </div>
      )}
    </section>
  );
}

function Facts({ organized: { study, series }, asOf }: Omit<OrganizePanelProps, 'db'>) {
  const { studyDate } = study.meta;
  const facts = [
    [TEXTS.facts.date, formatStudyDate(studyDate)],
    [TEXTS.facts.part, study.bodyPart?.title ?? ''],
    [TEXTS.facts.series, String(series.length)],
  ].filter(([, value]) => value !== '');
  return (
    <div className={classes.facts}>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {asOf !== null && <span className={classes.dim}>{studyAsOfText(asOf)}</span>}
    </div>
  );
}

interface SegmentationItemProps {
  segmentation: ShownSegmentation;
  isCurrent: boolean;
  onChoose: () => void;
}

function SegmentationItem({ segmentation, isCurrent, onChoose }: SegmentationItemProps) {
  const { id, structure, segments } = segmentation;
  return (
    <li data-segmentation={structure.slug}>
      <Button
        variant="subtle"
        className={classes.item ?? ''}
        classNames={{ label: classes.itemLabel ?? '', inner: classes.itemInner ?? '' }}
        data-current={isCurrent || undefined}
        aria-current={isCurrent || undefined}
        onClick={onChoose}
      >
        <span className={classes.itemName}>{structure.title}</span>
        <span className={classes.swatches}>
          {segments
            .filter(({ waits }) => waits !== 'deletion')
            .slice(0, 6)
            .map(({ uuid, color }) => (color === null ? <DashedSwatch key={uuid} /> : <Swatch key={uuid} color={color} />))}
        </span>
        <span className={classes.itemNote}>
          {shownSegmentsText(countSegments(segments))}
          {id !== null && ` · ${sharingText(segmentation)}`}
        </span>
        {id === null && (
          <span className={classes.itemWaits}>
            <Waits>{TEXTS.waiting}</Waits>
          </span>
        )}
      </Button>
    </li>
  );
}
