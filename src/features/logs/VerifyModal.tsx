import { Button, Collapse, CopyButton, FileButton, Group, Modal, Progress, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertOctagon, IconAlertTriangle, IconChevronRight, IconShieldCheck } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import type { AuditVerdict } from '#contract/logs.ts';
import type { Session } from '#model/session.ts';
import { formatCount } from '#ui/format.ts';
import { Note } from '#ui/Note.tsx';
import { useSession } from '#ui/session-context.tsx';
import page from './Logs.module.css';
import classes from './VerifyModal.module.css';
import { BROKEN, brokenText, checkedText, KEPT, TEXTS, wholeText } from './texts.ts';
import { useVerify } from './use-verify.ts';
import { parseKept, parseKeptFile } from './verify-chain.ts';

/** Verifies that the trail is unchanged, shows the progress, and reports the result in one sentence. */
export function VerifyModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={TEXTS.verifyTitle} size="lg">
      <VerifyBody />
    </Modal>
  );
}

function VerifyBody() {
  const { serverReachable } = useSession<Session>();
  const { state, start, stop } = useVerify();
  const [number, setNumber] = useState('');
  const [hash, setHash] = useState('');
  const [isWrong, setWrong] = useState(false);
  const isWalking = state.phase === 'walking';

  function verify(event: FormEvent) {
    event.preventDefault();
    const isSaid = number.trim() !== '' || hash.trim() !== '';
    const kept = isSaid ? parseKept(number, hash) : null;
    setWrong(isSaid && kept === null);
    if (serverReachable && !isWalking && !(isSaid && kept === null)) void start(kept);
  }

  return (
    <form onSubmit={verify} noValidate>
      <Stack>
        <Text>{TEXTS.verifyWhy}</Text>
        <KeptFields {...{ number, hash, isWrong }} onNumber={setNumber} onHash={setHash} onWrong={setWrong} />
        <div aria-live="polite">
          {state.phase === 'walking' && <Walk checked={state.checked} total={state.total} />}
          {state.phase === 'found' && <Verdict verdict={state.verdict} />}
          {state.phase === 'failed' && (
            <Note tone="you" icon={IconAlertTriangle} title={TEXTS.verifyFailed}>
              {TEXTS.verifyFailedWhy}
            </Note>
          )}
        </div>
        <Group justify="flex-end">
          {!serverReachable && <span className={page.away}>{TEXTS.needsServer}</span>}
          {isWalking ? (
            // Separate keys: a button that turned into the other while pressed would start again.
            <Button key="stop" variant="default" onClick={stop}>
              {TEXTS.verifyStop}
            </Button>
          ) : (
            <Button key="start" type="submit" {...(serverReachable ? {} : { 'data-disabled': true, 'aria-disabled': true })}>
              {state.phase === 'idle' ? TEXTS.verifyStart : TEXTS.verifyAgain}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface KeptFieldsProps {
  number: string;
  hash: string;
  isWrong: boolean;
  onNumber: (text: string) => void;
  onHash: (text: string) => void;
  onWrong: (isWrong: boolean) => void;
}

/** The head is in the last line of a file, however long the file is. */
const MOST_OF_FILE = 4_096;

/** A hash recorded at an earlier check. Folded, because most users have none. */
function KeptFields({ number, hash, isWrong, onNumber, onHash, onWrong }: KeptFieldsProps) {
  const [isOpen, { toggle }] = useDisclosure(false);

  async function open(file: File | null) {
    if (file === null) return;
    const kept = parseKeptFile(await file.slice(-MOST_OF_FILE).text());
    onNumber(kept === null ? '' : String(kept.seq));
    onHash(kept?.hash ?? '');
    onWrong(kept === null);
  }

  return (
    <div>
      <UnstyledButton className={classes.fold ?? ''} aria-expanded={isOpen} onClick={toggle}>
        <IconChevronRight size={16} stroke={1.75} aria-hidden data-open={isOpen || undefined} />
        {TEXTS.keptTitle}
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <Text className={classes.keptWhy ?? ''}>{TEXTS.keptWhy}</Text>
        <div className={classes.kept}>
          <TextInput
            label={TEXTS.keptNumber}
            inputMode="numeric"
            value={number}
            error={isWrong}
            onChange={(event) => onNumber(event.currentTarget.value)}
          />
          <TextInput
            label={TEXTS.keptHash}
            classNames={{ input: classes.hash ?? '' }}
            value={hash}
            error={isWrong ? TEXTS.keptWrong : null}
            onChange={(event) => onHash(event.currentTarget.value)}
          />
        </div>
        <FileButton accept=".json,.ndjson" onChange={(file) => void open(file)}>
          {(props) => (
            <Button variant="default" mt="xs" {...props}>
              {TEXTS.keptOpen}
            </Button>
          )}
        </FileButton>
      </Collapse>
    </div>
  );
}

function Walk({ checked, total }: { checked: number; total: number }) {
  const share = total === 0 ? 0 : (checked / total) * 100;
  return (
    <Stack gap="xs">
      <Progress value={share} aria-label={TEXTS.verifyTitle} />
      <span className={page.range}>{total === 0 ? '' : checkedText(checked, total)}</span>
    </Stack>
  );
}

function Verdict({ verdict: { broken, kept, seq, hash, checked_to } }: { verdict: AuditVerdict }) {
  return (
    <Stack>
      {broken === null ? (
        <Note tone="sure" icon={IconShieldCheck} title={TEXTS.whole}>
          {wholeText(checked_to)}
        </Note>
      ) : (
        <Note tone="broken" icon={IconAlertOctagon} title={brokenText(broken.seq)}>
          {BROKEN[broken.why]}
        </Note>
      )}
      {kept !== null && (
        <Note
          tone={kept === 'stands' ? 'sure' : 'broken'}
          icon={kept === 'stands' ? IconShieldCheck : IconAlertOctagon}
          title={KEPT[kept]}
        />
      )}
      {broken === null && kept !== 'differs' && kept !== 'missing' && (
        <div className={classes.keep}>
          <div>
            <p className={classes.keepTitle}>{TEXTS.keepThis}</p>
            <p className={classes.keepHash}>
              {formatCount(seq)} <code>{hash}</code>
            </p>
            <p className={classes.keepWhy}>{TEXTS.keepWhy}</p>
          </div>
          <CopyButton value={`${seq} ${hash}`}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? TEXTS.copied : TEXTS.copy}
              </Button>
            )}
          </CopyButton>
        </div>
      )}
    </Stack>
  );
}
