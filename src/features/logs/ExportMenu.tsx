import { Button, Menu, Tooltip } from '@mantine/core';
import { IconDownload, IconFileText, IconHash, IconPlayerStop, IconTable } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { fetchAuditExport, type WantedExport } from '#api/audit-export.ts';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { saveFile } from '#ui/browser/save-file.ts';
import { useSession } from '#ui/session-context.tsx';
import { showTrouble } from '#ui/toasts.ts';
import classes from './Logs.module.css';
import { exportingText, TEXTS } from './texts.ts';

/** Exports the filtered records as a file. While it is written, shows its size and a stop button. */
export function ExportMenu({ query }: { query: Omit<WantedExport, 'format'> }) {
  const { serverReachable } = useSession<Session>();
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  // Leaving the page cancels the export.
  useEffect(() => () => running.current?.abort(), []);

  async function save(format: 'csv' | 'ndjson') {
    const controller = new AbortController();
    running.current = controller;
    setBytes(0);
    try {
      const answer = await fetchAuditExport({ ...query, format }, { signal: controller.signal, onBytes: setBytes });
      if (answer.ok) saveFile(answer.value);
      else showTrouble(TEXTS.exportFailed);
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      setBytes(null);
    }
  }

  /** Opened again in the check, it reveals a rewritten chain. */
  async function saveHead() {
    const answer = await callApi(CALLS.auditHead, {});
    if (answer.ok) saveFile({ name: `audit_head_${answer.value.seq}.json`, text: JSON.stringify(answer.value) });
    else showTrouble(TEXTS.exportFailed);
  }

  if (bytes !== null) {
    return (
      <Tooltip label={TEXTS.stopExport}>
        <Button
          variant="default"
          className={classes.exporting ?? ''}
          aria-label={TEXTS.stopExport}
          leftSection={<IconPlayerStop size={16} stroke={1.5} aria-hidden />}
          onClick={() => running.current?.abort()}
        >
          {exportingText(bytes)}
        </Button>
      </Tooltip>
    );
  }
  return (
    <Menu position="bottom-end" disabled={!serverReachable}>
      <Menu.Target>
        <Tooltip label={TEXTS.needsServer} disabled={serverReachable}>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
            {...(serverReachable ? {} : { 'data-disabled': true, 'aria-disabled': true })}
          >
            {TEXTS.export}
          </Button>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconTable size={16} stroke={1.5} aria-hidden />} onClick={() => void save('csv')}>
          {TEXTS.exportTable}
          <span className={classes.note}>{TEXTS.exportTableNote}</span>
        </Menu.Item>
        <Menu.Item leftSection={<IconFileText size={16} stroke={1.5} aria-hidden />} onClick={() => void save('ndjson')}>
          {TEXTS.exportLines}
          <span className={classes.note}>{TEXTS.exportLinesNote}</span>
        </Menu.Item>
        <Menu.Item leftSection={<IconHash size={16} stroke={1.5} aria-hidden />} onClick={() => void saveHead()}>
          {TEXTS.exportHead}
          <span className={classes.note}>{TEXTS.exportHeadNote}</span>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
