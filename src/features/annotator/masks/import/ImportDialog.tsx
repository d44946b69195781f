import { Button, Checkbox, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { StudyDetail } from '#contract/study-detail.ts';
import { t } from '#language/t.ts';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { Swatch } from '#ui/Swatch.tsx';
import { nameOf } from '#features/annotator/masks/mask-texts.ts';
import { useMask, useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import type { DrawnSegmentation } from '#features/annotator/masks/study-segmentations.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import type { ArrivingSegment, ImportList, ImportSource } from '#workers/masks/types.ts';
import classes from './ImportDialog.module.css';
import { sameSegment, titleOf } from './import-places.ts';
import { contoursText, IMPORT_TEXTS, importedText, importRefusedText, sizeText } from './import-texts.ts';

interface ImportDialogProps {
  study: StudyDetail;
  segmentation: DrawnSegmentation;
  source: ImportSource;
  onClose: () => void;
  /** What was imported, in words. */
  onImported: (said: string) => void;
}

/** What is in some files, and which of it goes where. Nothing is stored before somebody says so. */
export function ImportDialog({ study, segmentation, source, onClose, onImported }: ImportDialogProps) {
  const { voxels } = useWorkstation();
  const { uuid } = segmentation;
  const [part, setPart] = useState(0);
  const [list, setList] = useState<ImportList | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const studyUid = study.meta.studyInstanceUid;

  useEffect(() => {
    let isOver = false;
    void voxels
      .readImport(uuid, { source, studyUid }, (next) => !isOver && setPart(next))
      .then((read) => {
        if (isOver) return;
        if (read.ok) setList(read);
        else setRefusal(importRefusedText(read.why));
      })
      .catch((error: unknown) => {
        reportError(error);
        if (!isOver) setRefusal(IMPORT_TEXTS.failed);
      });
    return () => {
      isOver = true;
      voxels.dropImport(uuid);
    };
  }, [voxels, uuid, source, studyUid]);

  return (
    <Modal opened onClose={onClose} title={IMPORT_TEXTS.title} size="lg">
      {list !== null ? (
        <Choice {...{ segmentation, list, onClose, onImported }} />
      ) : (
        <Stack>
          <p className={classes.note} role="status">
            {refusal ?? IMPORT_TEXTS.reading}
          </p>
          {refusal === null && <ProgressBar label={IMPORT_TEXTS.progress} total={1} parts={[{ amount: part, tone: 'moving' }]} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {refusal === null ? IMPORT_TEXTS.cancel : IMPORT_TEXTS.close}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

interface ChoiceProps extends Pick<ImportDialogProps, 'segmentation' | 'onClose' | 'onImported'> {
  list: ImportList;
}

/** Of a new segment. */
const NEW = '';

function Choice({ segmentation, list, onClose, onImported }: ChoiceProps) {
  const { masks, voxels } = useWorkstation();
  const { segmentations } = useMaskPanel();
  const locked = useMask((state) => state.locked);
  const { uuid, structure } = segmentation;
  const drawn = list.segments.filter(({ voxels: count }) => count > 0);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(() => new Set(drawn.map(({ key }) => key)));
  const [places, setPlaces] = useState<ReadonlyMap<number, string>>(new Map());
  const [resample, setResample] = useState(false);
  const [otherStudy, setOtherStudy] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const codes = segmentations.codesOf(uuid);
  const taken = drawn.filter(({ key }) => ticked.has(key));
  const isAgreed = (resample || !list.isResampled) && (otherStudy || !list.isOtherStudy);

  async function run() {
    setBusy(true);
    setSaid(null);
    try {
      const going = taken.map((arriving) => {
        const place = places.get(arriving.key) ?? NEW;
        return { arriving, isNew: place === NEW, segment: place === NEW ? crypto.randomUUID() : place };
      });
      const answer = await voxels.takeImport(
        uuid,
        {
          ...{ reading: list.reading, resample, otherStudy, locked: [...locked] },
          places: going.map(({ arriving, segment }) => ({ key: arriving.key, segment })),
        },
        () =>
          segmentations.addSegments(
            uuid,
            going
              .filter(({ isNew }) => isNew)
              .map(({ arriving, segment }) => ({ segment, title: titleOf(arriving, structure.title), color: arriving.colour })),
          ),
      );
      const words = importedText(answer, taken.length);
      if (!answer.ok) return setSaid(words);
      masks.wasStored();
      masks.choose(going[0]!.segment);
      onImported(words);
    } catch (error) {
      reportError(error);
      setSaid(IMPORT_TEXTS.failed);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Stack>
      <ul className={classes.list}>
        {list.segments.map((arriving) => (
          <Row
            key={arriving.key}
            {...{ arriving, segmentation }}
            same={sameSegment(arriving, segmentation, codes)?.uuid ?? null}
            isTicked={ticked.has(arriving.key)}
            onTick={(isTicked) => {
              const next = new Set(ticked);
              if (isTicked) next.add(arriving.key);
              else next.delete(arriving.key);
              setTicked(next);
            }}
            place={places.get(arriving.key) ?? NEW}
            onPlace={(place) => setPlaces(new Map(places).set(arriving.key, place))}
          />
        ))}
      </ul>
      {list.isUnnamed && <p className={classes.note}>{IMPORT_TEXTS.unnamed}</p>}
      {list.isCut && <p className={classes.note}>{IMPORT_TEXTS.cut}</p>}
      {list.contoursLeft > 0 && <p className={classes.note}>{contoursText(list.contoursLeft)}</p>}
      {list.isResampled && (
        <Checkbox
          label={IMPORT_TEXTS.resample}
          description={IMPORT_TEXTS.resampleWhy}
          checked={resample}
          onChange={({ currentTarget }) => setResample(currentTarget.checked)}
        />
      )}
      {list.isOtherStudy && (
        <Checkbox
          label={IMPORT_TEXTS.otherStudy}
          description={IMPORT_TEXTS.otherStudyWhy}
          checked={otherStudy}
          onChange={({ currentTarget }) => setOtherStudy(currentTarget.checked)}
        />
      )}
      <p className={classes.note} role="status">
        {said}
      </p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {IMPORT_TEXTS.cancel}
        </Button>
        <Button loading={isBusy} disabled={taken.length === 0 || !isAgreed} onClick={() => void run()}>
          {t('Import {count}', { count: taken.length })}
        </Button>
      </Group>
    </Stack>
  );
}

interface RowProps {
  arriving: ArrivingSegment;
  segmentation: DrawnSegmentation;
  /** The segment that is likely the same. */
  same: string | null;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
  place: string;
  onPlace: (place: string) => void;
}

function Row({ arriving, segmentation, same, isTicked, onTick, place, onPlace }: RowProps) {
  const name = arriving.name || IMPORT_TEXTS.noName;
  const { codes } = arriving;
  const meaning = [codes.laterality, codes.modifier, codes.type].flatMap((code) => code?.meaning ?? []).join(' ');
  // The likely one first.
  const existing = segmentation.segments
    .filter(({ waits }) => waits !== 'deletion')
    .toSorted((a, b) => Number(b.uuid === same) - Number(a.uuid === same));
  return (
    <li className={classes.row}>
      <Checkbox
        label={
          <span className={classes.name}>
            {arriving.colour !== null && <Swatch color={arriving.colour} />}
            <bdi>{name}</bdi>
          </span>
        }
        description={[meaning, sizeText(arriving)].filter((words) => words !== '').join(' · ')}
        checked={isTicked}
        disabled={arriving.voxels === 0}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
      />
      <NativeSelect
        size="xs"
        aria-label={t('Where {name} goes', { name })}
        disabled={!isTicked}
        value={place}
        data={[
          { value: NEW, label: IMPORT_TEXTS.newSegment },
          ...existing.map(({ uuid, title }) => ({ value: uuid, label: addToText(nameOf(title), uuid === same) })),
        ]}
        onChange={({ currentTarget }) => onPlace(currentTarget.value)}
      />
    </li>
  );
}

const addToText = (name: string, isSame: boolean): string =>
  isSame ? t('Add to {name} (the same)', { name }) : t('Add to {name}', { name });
