import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus, IconShape } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf, Calls } from '#contract/calls.ts';
import type { Segmentation } from '#contract/segmentations.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Swatch } from '#ui/Swatch.tsx';
import { NewSegmentation } from './NewSegmentation.tsx';
import classes from './Organize.module.css';
import { SegmentationDetail } from './SegmentationDetail.tsx';
import { segmentsText, sharingText, TEXTS } from './texts.ts';

export type OrganizedStudy = AnswerOf<Calls['organizedStudy']>;

/** Segmentations of a study on the left, the chosen one on the right (design.md §18). */
export function OrganizePanel({ organized }: { organized: OrganizedStudy }) {
  const { serverReachable, permissions } = useSession<Session>();
  const { study, series, segmentations } = organized;
  const [chosen, setChosen] = useState<string | null>(null);
  const current = segmentations.find(({ uuid }) => uuid === chosen) ?? segmentations[0] ?? null;
  // A new segmentation needs the list of structures.
  const mayCreate = permissions.has('r:structures');

  const create = () =>
    modals.open({
      title: TEXTS.newSegmentation,
      size: 'md',
      children: <NewSegmentation study={study.uuid} onCreated={setChosen} />,
    });
  const add = mayCreate && (
    <ServerButton
      serverReachable={serverReachable}
      why={TEXTS.needsServer}
      variant={segmentations.length === 0 ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
      onClick={create}
    >
      {TEXTS.newSegmentation}
    </ServerButton>
  );
  return (
    <section className={classes.panel} aria-label={TEXTS.organize}>
      <Facts organized={organized} />
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
                  key={segmentation.id}
                  segmentation={segmentation}
                  isCurrent={segmentation === current}
                  onChoose={() => setChosen(segmentation.uuid)}
                />
              ))}
            </ul>
          </div>
          <SegmentationDetail key={current.id} study={study} series={series} segmentation={current} />
        </div>
      )}
    </section>
  );
}

function Facts({ organized: { study, series } }: { organized: OrganizedStudy }) {
  const { studyDate } = study.meta;
  const facts = [
    [TEXTS.facts.date, /^\d{8}$/.test(studyDate) ? `${studyDate.slice(6)}.${studyDate.slice(4, 6)}.${studyDate.slice(0, 4)}` : studyDate],
    [TEXTS.facts.part, study.bodyPart?.title ?? ''],
    [TEXTS.facts.series, String(series.length)],
  ].filter(([, value]) => value !== '');
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface SegmentationItemProps {
  segmentation: Segmentation;
  isCurrent: boolean;
  onChoose: () => void;
}

function SegmentationItem({ segmentation, isCurrent, onChoose }: SegmentationItemProps) {
  const { structure, item_count, segments } = segmentation;
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
          {segments.slice(0, 6).map(({ id, color }) => (
            <Swatch key={id} color={color} />
          ))}
        </span>
        <span className={classes.itemNote}>
          {segmentsText(item_count)} · {sharingText(segmentation)}
        </span>
      </Button>
    </li>
  );
}
