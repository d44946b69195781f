import { Button, Checkbox, Group, NativeSelect, Radio, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon, IconAlertTriangle } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import { withStatus } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { DatasetPlan, MaskRule, PlannedStudy, VersionChoice } from '#contract/dataset-versions.ts';
import type { Dataset } from '#contract/datasets.ts';
import { parseWireDate } from '#contract/dates.ts';
import { PARTS } from '#model/datasets/parts.ts';
import type { Session } from '#model/session.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { formatDateTime, formatStudyDate } from '#ui/format.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { StackedBar } from '#ui/StackedBar.tsx';
import shared from '#features/datasets/Datasets.module.css';
import { PART_COLOURS } from '#features/datasets/part-colours.ts';
import { studiesText, TEXTS } from '#features/datasets/texts.ts';
import { useDatasetsChanged } from '#features/datasets/use-datasets.ts';
import { usePlan } from './use-versions.ts';
import { cannotText, facesText, leaveOutText, maskOfText, versionFailureText, VERSION_TEXTS, WHY_TEXTS } from './version-texts.ts';
import classes from './Versions.module.css';

const RULES = ['newest', 'person', 'by-hand'] as const;

/** What goes into a version, what cannot and why, and what is left out. */
export function FreezeDataset({ dataset: { id }, onFrozen }: { dataset: Pick<Dataset, 'id'>; onFrozen: () => void }) {
  const { serverReachable } = useSession<Session>();
  const changed = useDatasetsChanged();
  // One for the whole form: a second try after a lost answer is the same version.
  const [uuid] = useState(() => crypto.randomUUID());
  const [title, setTitle] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [choice, setChoice] = useState<VersionChoice>({ masks: { rule: 'newest' }, picks: [], channels: [] });
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const plan = usePlan(id, choice);
  const { data } = plan;
  const cannot = data?.studies.filter(({ why }) => why !== null) ?? [];
  const left = cannot.filter((study) => !without.has(study.uuid));
  const isReady = data !== undefined && !plan.isPlaceholderData && left.length === 0 && data.studies.length > cannot.length;

  async function freeze(event: FormEvent) {
    event.preventDefault();
    setMissing(title.trim() === '');
    if (!serverReachable || !isReady || title.trim() === '') return;
    setBusy(true);
    const body = { uuid, title: title.trim(), ...choice, without: cannot.map((study) => study.uuid) };
    const answer = await callApi(CALLS.freezeDataset, { params: { id: String(id) }, body });
    setBusy(false);
    setFailure(answer.ok ? null : answer.failure);
    if (!answer.ok) return void plan.refetch();
    modals.closeAll();
    onFrozen();
    await changed();
  }

  function leave(uuids: readonly string[], isLeft: boolean) {
    const next = new Set(without);
    for (const each of uuids)
      if (isLeft) next.add(each);
      else next.delete(each);
    setWithout(next);
  }

  return (
    <form noValidate onSubmit={(event) => void freeze(event)}>
      <Stack>
        <Text>{VERSION_TEXTS.freezeWhy}</Text>
        <TextInput
          label={VERSION_TEXTS.title}
          value={title}
          error={isMissing && VERSION_TEXTS.needed}
          onChange={(event) => setTitle(event.currentTarget.value)}
          maxLength={100}
          autoComplete="off"
          data-autofocus
        />
        {data === undefined ? (
          plan.isError ? (
            <Note
              tone="broken"
              icon={IconAlertOctagon}
              title={withStatus(VERSION_TEXTS.planFailed, plan.error)}
              action={
                <Button variant="default" onClick={() => void plan.refetch()}>
                  {VERSION_TEXTS.again}
                </Button>
              }
            />
          ) : (
            <Skeleton height={240} />
          )
        ) : (
          <>
            <ChooseMasks plan={data} choice={choice} onChange={setChoice} />
            <PlanCounts plan={data} />
            {cannot.length > 0 && (
              <section aria-label={VERSION_TEXTS.cannot}>
                <h3 className={classes.heading}>
                  {VERSION_TEXTS.cannot}
                  {left.length > 0 && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      onClick={() =>
                        leave(
                          left.map((study) => study.uuid),
                          true,
                        )
                      }
                    >
                      {VERSION_TEXTS.leaveAllOut}
                    </Button>
                  )}
                </h3>
                <Studies studies={cannot} choice={choice} onChoose={setChoice} without={without} onLeave={leave} />
              </section>
            )}
            {data.studies.length > cannot.length && (
              <section aria-label={VERSION_TEXTS.can}>
                <h3 className={classes.heading}>{VERSION_TEXTS.can}</h3>
                <Studies studies={data.studies.filter(({ why }) => why === null)} choice={choice} onChoose={setChoice} />
              </section>
            )}
            {data.studies.length === cannot.length && <Note tone="you" icon={IconAlertTriangle} title={VERSION_TEXTS.nothing} />}
            {left.length > 0 && data.studies.length > cannot.length && (
              <Note tone="you" icon={IconAlertTriangle} title={cannotText(left.length)} />
            )}
            {data.faces > 0 && (
              <Note tone="you" icon={IconAlertTriangle} title={VERSION_TEXTS.faces}>
                {facesText(data.faces)}
              </Note>
            )}
          </>
        )}
        {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={versionFailureText(failure)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => modals.closeAll()}>
            {VERSION_TEXTS.cancel}
          </Button>
          <ServerButton serverReachable={serverReachable} why={VERSION_TEXTS.needsServer} type="submit" loading={busy} disabled={!isReady}>
            {VERSION_TEXTS.freezeAct}
          </ServerButton>
        </Group>
      </Stack>
    </form>
  );
}

interface ChooseProps {
  plan: DatasetPlan;
  choice: VersionChoice;
  onChange: (choice: VersionChoice) => void;
}

function ChooseMasks({ plan: { people, acquisitions }, choice, onChange }: ChooseProps) {
  const { masks } = choice;
  const [first] = people;
  function choose(rule: (typeof RULES)[number], person = first?.id) {
    const next: MaskRule | null = rule !== 'person' ? { rule } : person === undefined ? null : { rule, person };
    if (next !== null) onChange({ ...choice, masks: next });
  }
  return (
    <>
      <Radio.Group
        label={VERSION_TEXTS.rule}
        value={masks.rule}
        onChange={(rule) => choose(RULES.find((each) => each === rule) ?? 'newest')}
      >
        <Stack gap="xs" mt="xs">
          {RULES.map((rule) => (
            <Radio key={rule} value={rule} label={VERSION_TEXTS.rules[rule]} disabled={rule === 'person' && first === undefined} />
          ))}
        </Stack>
      </Radio.Group>
      {masks.rule === 'person' && (
        <NativeSelect
          label={VERSION_TEXTS.person}
          value={masks.person}
          onChange={(event) => choose('person', Number(event.currentTarget.value))}
          data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      {acquisitions.length > 0 && (
        <Checkbox.Group
          label={VERSION_TEXTS.channels}
          description={VERSION_TEXTS.channelsNote}
          value={choice.channels}
          onChange={(chosen) => onChange({ ...choice, channels: acquisitions.filter((code) => chosen.includes(code)) })}
        >
          <Group mt="xs">
            {acquisitions.map((code) => (
              <Checkbox key={code} value={code} label={code} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
    </>
  );
}

function PlanCounts({ plan: { parts, classes: shown } }: { plan: DatasetPlan }) {
  return (
    <>
      <StackedBar
        label={TEXTS.patients}
        parts={PARTS.map((part) => ({
          name: `${TEXTS.parts[part]}, ${studiesText(parts[part].studies)}`,
          count: parts[part].patients,
          colour: PART_COLOURS[part],
        }))}
      />
      <Text size="sm">
        {VERSION_TEXTS.classes}:{' '}
        {shown.length === 0 ? VERSION_TEXTS.noClasses : shown.map(({ value, title }) => `${value} ${title}`).join(', ')}
      </Text>
    </>
  );
}

interface StudiesProps {
  studies: readonly PlannedStudy[];
  choice: VersionChoice;
  onChoose: (choice: VersionChoice) => void;
  without?: ReadonlySet<string>;
  onLeave?: (uuids: readonly string[], isLeft: boolean) => void;
}

function Studies({ studies, choice, onChoose, without, onLeave }: StudiesProps) {
  function pick(study: string, segmentation: string) {
    onChoose({ ...choice, picks: [...choice.picks.filter((each) => each.study !== study), { study, segmentation }] });
  }
  return (
    <ul className={classes.studies}>
      {studies.map((study) => {
        const name = patientNameToText(study.patientName) || VERSION_TEXTS.noName;
        const about = [study.modality, formatStudyDate(study.studyDate), study.part === null ? '' : TEXTS.parts[study.part]];
        return (
          <li key={study.uuid} className={classes.study} data-study={study.uuid} data-why={study.why ?? undefined}>
            <span className={shared.words}>
              <bdi className={shared.name}>{name}</bdi>
              <span className={shared.dim}>{about.filter(Boolean).join(' · ')}</span>
              {study.why !== null && <span className={shared.dim}>{WHY_TEXTS[study.why]}</span>}
            </span>
            {study.candidates.length > 1 && (
              <Select
                className={classes.mask ?? ''}
                aria-label={maskOfText(name)}
                placeholder={VERSION_TEXTS.chooseMask}
                value={study.segmentation}
                onChange={(segmentation) => segmentation !== null && pick(study.uuid, segmentation)}
                allowDeselect={false}
                data={study.candidates.map(({ uuid, user, updated_at: at }) => ({
                  value: uuid,
                  label: [user?.name ?? '', formatDateTime(parseWireDate(at) ?? 0)].filter(Boolean).join(', '),
                }))}
              />
            )}
            {onLeave !== undefined && (
              <Checkbox
                label={VERSION_TEXTS.leaveOut}
                aria-label={leaveOutText(name)}
                checked={without?.has(study.uuid) ?? false}
                onChange={(event) => onLeave([study.uuid], event.currentTarget.checked)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
