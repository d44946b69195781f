import { Button, Select } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { RECORD_KINDS, type AuditRecord, type RecordKind } from '#contract/logs.ts';
import { t } from '#language/t.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { addressToSearch, isFiltered, parseTrailAddress, RESULTS, trailToQuery, WHOLE_TRAIL, type TrailAddress } from './log-address.ts';
import { LogFilters } from './LogFilters.tsx';
import { LogCrumb, LogNav } from './LogNav.tsx';
import filters from './LogFilters.module.css';
import classes from './Logs.module.css';
import { narrowed } from './narrowed.ts';
import { StudyField } from './StudyField.tsx';
import { withStatus } from '#api/failure-texts.ts';
import { KINDS, rangeText, resultText, TEXTS } from './texts.ts';
import { TrailTable } from './TrailTable.tsx';
import { useTrail } from './use-logs.ts';
import { VerifyModal } from './VerifyModal.tsx';

/** All server calls for this team and their results, newest first. */
export function TrailPage() {
  const address = parseTrailAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const trail = useTrail(address);
  const [isVerifying, setVerifying] = useState(false);
  const show = (next: TrailAddress) => void navigate({ to: '/admin/audit', search: addressToSearch(next) });
  const change = (changes: Partial<TrailAddress>) => show({ ...address, ...changes, before: null });
  const { user, from, to, kind, result, study, all, before } = address;

  return (
    <ListPage
      title={TEXTS.trail}
      breadcrumb={[<LogCrumb key="logs" />]}
      list={trail}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, trail.error) }}
      above={
        <LogNav>
          <div className={classes.actions}>
            <Button
              variant="default"
              leftSection={<IconShieldCheck size={16} stroke={1.5} aria-hidden />}
              aria-haspopup="dialog"
              onClick={() => setVerifying(true)}
            >
              {TEXTS.verify}
            </Button>
            <ExportMenu query={trailToQuery(address)} />
          </div>
        </LogNav>
      }
      filters={
        <LogFilters
          address={address}
          count={[user !== null, from !== '', to !== '', kind !== null, result !== null, study !== null].filter(Boolean).length}
          onChange={change}
        >
          <Select
            className={filters.choice ?? ''}
            aria-label={TEXTS.kind}
            placeholder={TEXTS.kind}
            data={RECORD_KINDS.map((value) => ({ value, label: KINDS[value] }))}
            value={kind}
            onChange={(value) => change({ kind: value as RecordKind | null })}
            clearable
          />
          <Select
            className={filters.result ?? ''}
            aria-label={TEXTS.result}
            placeholder={TEXTS.result}
            data={RESULTS.map((value) => ({ value, label: resultText(value) }))}
            value={result}
            onChange={(value) => change({ result: value })}
            searchable
            clearable
          />
          <StudyField study={study} onChange={(uuid) => change({ study: uuid })} />
        </LogFilters>
      }
      pager={
        trail.data && (
          <TrailPager
            records={trail.data.data}
            hasNewer={before !== null}
            hasOlder={trail.data.more}
            onNewest={() => show({ ...address, before: null })}
            onOlder={(seq) => show({ ...address, before: seq })}
          />
        )
      }
      empty={{ icon: IconShieldCheck, title: TEXTS.noRecords, why: TEXTS.noRecordsWhy }}
      narrowed={narrowed(isFiltered(address, kind, result, study, before), () => show({ ...WHOLE_TRAIL, all }))}
      after={<VerifyModal opened={isVerifying} onClose={() => setVerifying(false)} />}
    >
      {(rows) => <TrailTable records={rows} address={address} />}
    </ListPage>
  );
}

interface TrailPagerProps {
  records: readonly AuditRecord[];
  hasNewer: boolean;
  hasOlder: boolean;
  onNewest: () => void;
  onOlder: (before: number) => void;
}

/** Pages by record number, because reading adds records. */
function TrailPager({ records, hasNewer, hasOlder, onNewest, onOlder }: TrailPagerProps) {
  const [first, last] = [records[0], records.at(-1)];
  if (!hasNewer && (first === undefined || last === undefined)) return null;
  return (
    <nav className={classes.pager} aria-label={t('Pages')}>
      {first !== undefined && last !== undefined && <span className={classes.range}>{rangeText(first.seq, last.seq)}</span>}
      <Button variant="default" disabled={!hasNewer} onClick={onNewest}>
        {TEXTS.newest}
      </Button>
      <Button variant="default" disabled={!hasOlder} onClick={() => last !== undefined && onOlder(last.seq)}>
        {TEXTS.older}
      </Button>
    </nav>
  );
}
