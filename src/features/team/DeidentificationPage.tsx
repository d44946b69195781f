import { Button, Checkbox, Radio, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Deidentification } from '#contract/deidentification.ts';
import type { Session } from '#model/session.ts';
import list from '#ui/lists/list-page.module.css';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import sections from '#ui/sections.module.css';
import { useSession } from '#ui/session-context.tsx';
import classes from './Deidentification.module.css';
import { CLEANED, DATES, DEIDENTIFICATION_TEXTS, RETAINED } from './deidentification-texts.ts';
import { TeamCrumb, TeamNav } from './TeamNav.tsx';
import { showDone, showFailure } from '#ui/toasts.ts';
import { withStatus } from '#api/failure-texts.ts';
import { asOfText } from '#ui/lists/list-texts.ts';
import { textOfFailure, TEXTS } from './texts.ts';

/** How the studies of a team are de-identified on devices, and checked on the server. */
export function DeidentificationPage() {
  const { team, serverReachable } = useSession<Session>();
  const queryKey = ['team-deidentification', team?.slug ?? null];
  const settings = useQuery({ queryKey, queryFn: async ({ signal }) => valueOf(await callApi(CALLS.deidentification, { signal })) });
  return (
    <Page title={DEIDENTIFICATION_TEXTS.title} breadcrumb={[<TeamCrumb key="team" />]}>
      <div className={list.bar}>
        <TeamNav />
        {settings.data && (!serverReachable || settings.isError) && <span className={list.asOf}>{asOfText(settings.dataUpdatedAt)}</span>}
      </div>
      <ListStates
        list={{ ...settings, data: settings.data && { data: [settings.data] } }}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(DEIDENTIFICATION_TEXTS.failed, settings.error) }}
        empty={null}
      >
        {(rows) =>
          rows?.[0] ? (
            <OptionsForm key={settings.dataUpdatedAt} saved={rows[0]} queryKey={queryKey} />
          ) : (
            <Skeleton className={classes.loading ?? ''} aria-busy />
          )
        }
      </ListStates>
    </Page>
  );
}

function OptionsForm({ saved, queryKey }: { saved: Deidentification; queryKey: readonly unknown[] }) {
  const { serverReachable } = useSession<Session>();
  const queries = useQueryClient();
  const [wanted, setWanted] = useState({
    ...saved,
    usual: saved.usual ?? true,
    retain: { ...saved.retain, conversion: saved.retain.conversion ?? true },
  });
  const [isSaving, setSaving] = useState(false);
  const isOpen = serverReachable && !isSaving;

  async function save() {
    setSaving(true);
    const answer = await callApi(CALLS.saveDeidentification, { body: wanted });
    setSaving(false);
    if (!answer.ok) return showFailure(textOfFailure(answer.failure));
    queries.setQueryData(queryKey, wanted);
    await queries.invalidateQueries({ queryKey: ['deidentification-rules'] });
    showDone(DEIDENTIFICATION_TEXTS.saved);
  }

  return (
    <form
      className={sections.sections}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <section aria-labelledby="when" className={classes.section}>
        <h2 id="when" className={sections.heading}>
          {DEIDENTIFICATION_TEXTS.when}
        </h2>
        <Checkbox
          label={DEIDENTIFICATION_TEXTS.usual}
          description={DEIDENTIFICATION_TEXTS.usualWhy}
          checked={wanted.usual ?? true}
          disabled={!isOpen}
          onChange={(event) => setWanted({ ...wanted, usual: event.currentTarget.checked })}
        />
        <Checkbox
          label={DEIDENTIFICATION_TEXTS.demanded}
          description={DEIDENTIFICATION_TEXTS.demandedWhy}
          checked={wanted.demanded}
          disabled={!isOpen}
          onChange={(event) => setWanted({ ...wanted, demanded: event.currentTarget.checked })}
        />
      </section>
      <section className={classes.section}>
        <Radio.Group
          label={<h2 className={sections.heading}>{DEIDENTIFICATION_TEXTS.dates}</h2>}
          value={wanted.dates}
          onChange={(dates) => setWanted({ ...wanted, dates: dates as Deidentification['dates'] })}
        >
          <div className={classes.options}>
            {DATES.map(({ value, label, why }) => (
              <Radio key={value} value={value} label={label} description={why} disabled={!isOpen} />
            ))}
          </div>
        </Radio.Group>
      </section>
      <OptionChecks
        title={DEIDENTIFICATION_TEXTS.kept}
        options={RETAINED}
        chosen={wanted.retain}
        disabled={!isOpen}
        onChoose={(retain) => setWanted({ ...wanted, retain })}
      />
      <OptionChecks
        title={DEIDENTIFICATION_TEXTS.cleaned}
        options={CLEANED}
        chosen={wanted.clean}
        disabled={!isOpen}
        onChoose={(clean) => setWanted({ ...wanted, clean })}
      />
      <div className={classes.foot}>
        <Button type="submit" variant="filled" disabled={!serverReachable} loading={isSaving}>
          {TEXTS.save}
        </Button>
        <p className={classes.note}>{serverReachable ? DEIDENTIFICATION_TEXTS.fromNowOn : TEXTS.needsServer}</p>
      </div>
    </form>
  );
}

interface OptionChecksProps<Option extends string> {
  title: string;
  options: readonly { option: Option; label: string; why: string }[];
  chosen: Record<Option, boolean>;
  disabled: boolean;
  onChoose: (chosen: Record<Option, boolean>) => void;
}

/** Options of the profile, each on or off. */
function OptionChecks<Option extends string>({ title, options, chosen, disabled, onChoose }: OptionChecksProps<Option>) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes.section}>
      <h2 id={titleId} className={sections.heading}>
        {title}
      </h2>
      {options.map(({ option, label, why }) => (
        <Checkbox
          key={option}
          label={label}
          description={why}
          checked={chosen[option]}
          disabled={disabled}
          onChange={(event) => onChoose({ ...chosen, [option]: event.currentTarget.checked })}
        />
      ))}
    </section>
  );
}
