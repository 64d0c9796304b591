// The hours of the week with the most views, sales or followers online: a sentence, and a table
// whose cells are shaded.
import { useState } from 'react';
import { STATISTICS_FOLLOWERS_MIN } from '@camarim/contract/limits';
import { DAY_MS } from '@camarim/contract/time';
import { m } from '../../../paraglide/messages.js';
import { formatCount, localeTag } from '../../../ui/display/formats.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import type { Statistics } from '../queries.ts';
import styles from './hours.module.css';

const KINDS = {
  views: m.statistics_hours_views,
  sales: m.statistics_hours_sales,
  followers: m.statistics_hours_followers,
};
type Kind = keyof typeof KINDS;
const isKind = (value: string): value is Kind => value in KINDS;

type Hour = Statistics['hours'][number];

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1, 12);

const weekdayText = (weekday: number, style: 'long' | 'short' | 'narrow'): string =>
  new Intl.DateTimeFormat(localeTag(), { weekday: style, timeZone: 'UTC' }).format(
    MONDAY + (weekday - 1) * DAY_MS,
  );
const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}h`;

/** Null without any. */
const bestOf = (hours: readonly Hour[], kind: Kind): Hour | null =>
  hours.reduce<Hour | null>((best, hour) => (hour[kind] > (best?.[kind] ?? 0) ? hour : best), null);

export const BestHours = ({ hours }: { hours: Statistics['hours'] }) => {
  const [kind, setKind] = useState<Kind>('views');
  const best = bestOf(hours, kind);
  return (
    <section className={styles.part}>
      <h2 className={styles.subtitle}>{m.statistics_hours()}</h2>
      <div className={styles.choice}>
        <Select
          label={m.statistics_hours_kind()}
          value={kind}
          onChange={({ currentTarget: { value } }) => {
            if (isKind(value)) setKind(value);
          }}
          options={Object.entries(KINDS).map(([value, text]) => ({ value, text: text() }))}
        />
      </div>
      {best ? (
        <>
          <p>
            {m.statistics_hours_best({
              weekday: weekdayText(best.weekday, 'long'),
              from: hourText(best.hour),
              to: hourText((best.hour + 1) % HOURS.length),
            })}
          </p>
          <HoursTable hours={hours} kind={kind} top={best[kind]} />
          <p className={styles.soft}>{m.statistics_hours_how()}</p>
        </>
      ) : (
        <p className={styles.soft}>
          {kind === 'followers'
            ? m.statistics_hours_followers_none({ count: STATISTICS_FOLLOWERS_MIN })
            : m.statistics_hours_none()}
        </p>
      )}
    </section>
  );
};

/** Shades of the cells, by their share of the highest value. */
const LEVELS = 5;

const HoursTable = ({
  hours,
  kind,
  top,
}: {
  hours: readonly Hour[];
  kind: Kind;
  /** The highest value. */
  top: number;
}) => {
  const byHour = new Map(hours.map((one) => [one.weekday * HOURS.length + one.hour, one[kind]]));
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">
        {m.statistics_hours()}: {KINDS[kind]()}
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{m.statistics_hour()}</span>
          </th>
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col">
              <abbr title={weekdayText(weekday, 'long')}>{weekdayText(weekday, 'short')}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {HOURS.map((hour) => (
          <tr key={hour}>
            <th scope="row">{hourText(hour)}</th>
            {WEEKDAYS.map((weekday) => {
              const value = byHour.get(weekday * HOURS.length + hour) ?? 0;
              return (
                <td key={weekday} data-level={Math.ceil((value / top) * LEVELS)}>
                  {value === 0 ? <span className="visually-hidden">0</span> : formatCount(value)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
