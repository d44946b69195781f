import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import {
  IconAlertCircle,
  IconArrowBackUp,
  IconAt,
  IconChartLine,
  IconCircle,
  IconCircleCheck,
  IconClock,
  IconListCheck,
  IconSparkles,
  IconRoute,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { parseWireDate } from '#contract/dates.ts';
import { notificationText } from '#contract/notification-texts.ts';
import type { Notification, NotificationType } from '#contract/notifications.ts';
import { translated } from '#language/t.ts';
import { OPENS_ANNOTATOR } from '#ui/annotator-link.ts';
import { classNames } from '#ui/class-names.ts';
import { formatDateTime } from '#ui/format.ts';
import rowLink from '#ui/lists/row-link.module.css';
import { annotatorAddress } from './annotator-address.ts';
import classes from './NotificationRow.module.css';
import { agoText, KINDS, TEXTS } from './texts.ts';

interface NotificationRowProps {
  notification: Notification;
  now: number;
  /** The server has not received its mark. */
  isWaiting: boolean;
  onMark: (is_seen: 0 | 1) => void;
  /** Null if there is no page to open. */
  onOpen: (() => void) | null;
}

/** The given text of its type, the actual event below (ODD-02), and the time. The whole row is the link; its mark is above it. */
export function NotificationRow({ notification, now, isWaiting, onMark, onOpen }: NotificationRowProps) {
  const { type_code, is_seen, url } = notification;
  const description = translated(notification.description);
  const KindIcon = ICONS[type_code];
  const at = parseWireDate(notification.created_at);
  const markText = is_seen === 1 ? TEXTS.markUnread : TEXTS.markRead;
  const text = notificationText(notification);
  const annotator = annotatorAddress(notification);

  function open(event: MouseEvent): void {
    // Like any link: the browser's keys open another tab, which the annotator always does.
    if (onOpen === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (annotator === null) event.preventDefault();
    onOpen();
  }

  return (
    <li className={classNames(rowLink.row, classes.row)} data-notification={notification.id} data-unseen={is_seen === 0 || undefined}>
      <Tooltip label={markText}>
        <ActionIcon
          className={classes.mark ?? ''}
          size={24}
          aria-label={`${markText}: ${text}`}
          onClick={() => onMark(is_seen === 1 ? 0 : 1)}
        >
          {is_seen === 1 ? <IconCircle size={12} stroke={1.5} aria-hidden /> : <span className={classes.dot} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <KindIcon className={classes.icon} data-type={type_code} size={18} stroke={1.5} aria-hidden />
      {/* NOTIF-28, without a page to open: a click does what the mark before it does for keyboards as well. */}
      <div className={classes.words} {...(onOpen === null && is_seen === 0 ? { onClick: () => onMark(1) } : {})}>
        <span className={classes.text}>
          {is_seen === 0 && <VisuallyHidden>{`${TEXTS.unread}, ${KINDS[type_code]}: `}</VisuallyHidden>}
          {onOpen === null ? (
            text
          ) : (
            <a
              className={classNames(rowLink.link, classes.link)}
              href={annotator ?? url}
              onClick={open}
              {...(annotator === null ? {} : OPENS_ANNOTATOR)}
            >
              {text}
            </a>
          )}
        </span>
        {description !== '' && description !== text && <span className={classes.description}>{description}</span>}
        {isWaiting && (
          <span className={classes.waiting}>
            <IconClock size={13} stroke={1.75} aria-hidden />
            {TEXTS.waits}
          </span>
        )}
      </div>
      {at !== null && (
        <time className={classes.time} dateTime={at.toISOString()} title={formatDateTime(at)}>
          {agoText(at, now)}
        </time>
      )}
    </li>
  );
}

const ICONS: Record<NotificationType, Icon> = {
  'aitrain.train.begin': IconChartLine,
  'aitrain.train.fail': IconChartLine,
  'aitrain.train.complete': IconChartLine,
  'aitrain.upload.begin': IconChartLine,
  'aitrain.upload.complete': IconChartLine,
  'review.add.comment': IconAt,
  'aiinfer.done': IconSparkles,
  'upload.complete': IconCircleCheck,
  'upload.convert.fail': IconAlertCircle,
  'task.assigned': IconListCheck,
  'task.done': IconCircleCheck,
  'task.returned': IconArrowBackUp,
  'task.unassigned': IconUserQuestion,
  'pipeline.note': IconRoute,
};
