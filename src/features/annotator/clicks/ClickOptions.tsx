import { Button, Kbd, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconSparkles } from '@tabler/icons-react';
import { useEffect } from 'react';
import { t } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { unlikeText } from '#features/annotator/proposals/proposal-texts.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import own from './ClickOptions.module.css';
import { CLICK_TEXTS, clicksText } from './click-texts.ts';
import { useClicks } from './use-clicks.ts';

/** Which model corrects, what a click says, and the decision on what it proposes. */
export function ClickOptions() {
  const { clicks: store } = useWorkstation();
  const { serverReachable } = useSession<Session>();
  const { models, chosen, where, isOutside, status, problem, clicks, unlike } = useClicks();
  useEffect(() => () => store.rest(), [store]);
  useEffect(() => {
    if (!serverReachable) store.answerOn('device');
  }, [store, serverReachable]);
  if (models.length === 0) return <p className={own.note}>{CLICK_TEXTS.noModel}</p>;
  const unlikeWords = unlikeText([...new Set(unlike.map((one) => one.in))]);
  const isWaiting = clicks.length > 0;
  const said = status === 'idle' ? null : status === 'loading' ? CLICK_TEXTS.loading : CLICK_TEXTS.computing;
  const named = models.map(({ model, version }) => ({ value: version.uuid, label: `${model.name} ${version.number}` }));
  return (
    <div className={own.options}>
      {named.length > 1 ? (
        <NativeSelect
          size="xs"
          aria-label={CLICK_TEXTS.model}
          value={chosen ?? ''}
          data={named}
          onChange={({ currentTarget }) => store.choose(currentTarget.value)}
        />
      ) : (
        <p className={own.model}>
          <IconSparkles size={16} stroke={1.5} aria-hidden />
          {named[0]!.label}
        </p>
      )}
      {serverReachable && (
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={CLICK_TEXTS.where}
          value={where}
          data={(['device', 'worker'] as const).map((value) => ({ value, label: CLICK_TEXTS[value] }))}
          onChange={(value) => store.answerOn(value)}
        />
      )}
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={CLICK_TEXTS.says}
        value={isOutside ? 'outside' : 'inside'}
        data={(['inside', 'outside'] as const).map((value) => ({ value, label: CLICK_TEXTS[value] }))}
        onChange={(value) => store.setOutside(value === 'outside')}
      />
      <p className={own.note} role="status">
        {problem ?? said ?? (isWaiting ? clicksText(clicks.length) : CLICK_TEXTS.hint)}
      </p>
      {isWaiting && (
        <div className={own.acts}>
          <Button
            size="xs"
            aria-keyshortcuts="Enter"
            rightSection={<Kbd aria-hidden>{t('Enter')}</Kbd>}
            onClick={() => void store.accept()}
          >
            {CLICK_TEXTS.accept}
          </Button>
          <Button size="xs" variant="default" onClick={() => store.undo()}>
            {CLICK_TEXTS.undo}
          </Button>
          <Button size="xs" variant="default" aria-keyshortcuts="Escape" onClick={() => store.discard()}>
            {CLICK_TEXTS.discard}
          </Button>
        </div>
      )}
      {unlikeWords !== null && <Warning text={unlikeWords} />}
      <Warning text={CLICK_TEXTS.notForDiagnosis} />
    </div>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <p className={own.warning}>
      <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
      {text}
    </p>
  );
}
