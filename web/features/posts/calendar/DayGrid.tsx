// The days of a month or a week with their scheduled posts. Arrow keys move between days; future
// entries can be dragged.
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { useTimeZone } from '../../../client/session/session.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatShortWeekday, formatWeekday } from '../../../ui/display/days.ts';
import { addDays, addMonths, sameMonth } from './days.ts';
import { formatHour } from '../../../ui/display/formats.ts';
import styles from './DayGrid.module.css';
import { KINDS, kindOfEntry, entryText } from './EntryLine.tsx';
import type { Entry, PostEntry } from './queries.ts';

type Props = {
  label: string;
  weeks: readonly (readonly string[])[];
  /** The selected day. */
  day: string;
  today: string;
  entries: ReadonlyMap<string, readonly Entry[]>;
  onDay: (day: string) => void;
  onMove: (entry: PostEntry, to: string) => void;
};

const SHOWN = { month: 2, week: 6 };

const stepOf = (
  { key, shiftKey }: KeyboardEvent,
  day: string,
  week: readonly string[],
): string | undefined =>
  ({
    ArrowLeft: addDays(day, -1),
    ArrowRight: addDays(day, 1),
    ArrowUp: addDays(day, -7),
    ArrowDown: addDays(day, 7),
    Home: week[0],
    End: week.at(-1),
    PageUp: addMonths(day, shiftKey ? -12 : -1),
    PageDown: addMonths(day, shiftKey ? 12 : 1),
  })[key];

export const DayGrid = ({ label, weeks, day, today, entries, onDay, onMove }: Props) => {
  const grid = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  const [over, setOver] = useState<string | null>(null);
  const dragged = useRef<PostEntry>(undefined);
  const single = weeks.length === 1;

  // The focus follows the arrow keys, also into a newly rendered month.
  useEffect(() => {
    if (byKey.current) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
    byKey.current = false;
  }, [day]);

  const drop = (event: DragEvent, to: string) => {
    event.preventDefault();
    setOver(null);
    if (dragged.current && dragged.current.day !== to && to >= today) onMove(dragged.current, to);
    dragged.current = undefined;
  };

  return (
    <table
      ref={grid}
      aria-label={label}
      className={classNames(styles.grid, single && styles.single)}
    >
      <thead>
        <tr>
          {weeks[0]?.map((one) => (
            <th key={one} scope="col" className={styles.weekday}>
              {formatShortWeekday(one)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((one) => {
              const here = entries.get(one) ?? [];
              const shown = here.slice(0, single ? SHOWN.week : SHOWN.month);
              return (
                <td
                  key={one}
                  className={classNames(
                    styles.cell,
                    one === day && styles.opened,
                    !single && !sameMonth(one, day) && styles.other,
                    one === today && styles.today,
                    one === over && styles.over,
                  )}
                  onDragOver={(event) => {
                    if (!dragged.current || one < today) return;
                    event.preventDefault();
                    setOver(one);
                  }}
                  onDragLeave={() => setOver(null)}
                  onDrop={(event) => drop(event, one)}
                >
                  <button
                    type="button"
                    data-day={one}
                    tabIndex={one === day ? 0 : -1}
                    aria-current={one === today ? 'date' : undefined}
                    aria-pressed={one === day}
                    className={styles.day}
                    onClick={() => onDay(one)}
                    onKeyDown={(event) => {
                      const to = stepOf(event, one, week);
                      if (!to) return;
                      event.preventDefault();
                      byKey.current = true;
                      onDay(to);
                    }}
                  >
                    <span className={styles.number} aria-hidden>
                      {Number(one.slice(8))}
                    </span>
                    <span className="visually-hidden">
                      {here.length === 0
                        ? formatWeekday(one)
                        : m.calendar_day_with({ day: formatWeekday(one), count: here.length })}
                    </span>
                    {here.length > 0 && (
                      <span className={styles.dots} aria-hidden>
                        {here.slice(0, 4).map((entry) => (
                          <span
                            key={entry.key}
                            className={classNames(styles.dot, styles[kindOfEntry(entry)])}
                          />
                        ))}
                      </span>
                    )}
                    <span className={styles.chips}>
                      {shown.map((entry) => (
                        <Chip
                          key={entry.key}
                          entry={entry}
                          onDrag={(post) => (dragged.current = post)}
                        />
                      ))}
                      {here.length > shown.length && (
                        <span className={styles.rest}>+{here.length - shown.length}</span>
                      )}
                    </span>
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** Dragged with the mouse; the list of the day offers the same for keyboard and touch. */
const Chip = ({ entry, onDrag }: { entry: Entry; onDrag: (entry: PostEntry) => void }) => {
  const timeZone = useTimeZone();
  const kind = kindOfEntry(entry);
  return (
    <span
      className={classNames(styles.chip, styles[kind])}
      draggable={entry.ahead && entry.what !== 'message'}
      onDragStart={() => {
        if (entry.what !== 'message') onDrag(entry);
      }}
      title={`${KINDS[kind].say()}: ${entryText(entry)}`}
    >
      <b>{formatHour(entry.at, timeZone)}</b> {entryText(entry)}
    </span>
  );
};
