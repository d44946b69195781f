import { Tooltip } from '@mantine/core';
import { dateToWire, parseWireDate } from '#contract/dates.ts';
import { formatDateTime, formatTime } from '#ui/format.ts';

/** A time from the wire in the user's time zone, and in UTC on hover or tap. */
export function Moment({ at, only, className }: { at: string; only?: 'time'; className?: string | undefined }) {
  const date = parseWireDate(at);
  if (date === null) return null;
  return (
    <Tooltip label={`${dateToWire(date)} UTC`} events={{ hover: true, focus: false, touch: true }}>
      <time className={className} dateTime={date.toISOString()}>
        {only === 'time' ? formatTime(date) : formatDateTime(date)}
      </time>
    </Tooltip>
  );
}
