// Fields for the publication date and the duration of a post.
import { POST_AHEAD_DAYS_MAX } from '@camarim/contract/limits';
import { DAY_MS } from '@camarim/contract/time';
import { m } from '../../../paraglide/messages.js';
import { useTimeZone } from '../../../client/session/session.ts';
import { formatZone } from '../../../ui/display/days.ts';
import { useNow } from '../../../ui/display/use-now.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { fieldOf } from '../../../ui/fields/local-time.ts';
import type { Hours } from './hours.ts';
import styles from './publish.module.css';

const DAYS = [1, 3, 7, 15, 30, 90];

type Props = {
  hours: Hours;
  onChange: (hours: Hours) => void;
  error?: string | undefined;
  /** The post is visible already: only its end may be changed. */
  started?: boolean;
};

export const HoursFields = ({ hours, onChange, error, started = false }: Props) => {
  const now = useNow(60_000);
  const timeZone = useTimeZone();
  const stays =
    hours.days === null || DAYS.includes(hours.days)
      ? DAYS
      : [...DAYS, hours.days].sort((one, other) => one - other);
  return (
    <>
      <div className={styles.options}>
        {!started && (
          <Select
            label={m.studio_when()}
            value={hours.when}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...hours, when: value === 'later' || value === 'draft' ? value : 'now' })
            }
            options={[
              { value: 'now', text: m.studio_when_now() },
              { value: 'later', text: m.studio_when_later() },
              { value: 'draft', text: m.studio_when_draft() },
            ]}
          />
        )}
        <Select
          label={m.studio_stays()}
          value={hours.days === null ? '' : String(hours.days)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...hours, days: value === '' ? null : Number(value) })
          }
          options={[
            { value: '', text: m.studio_stays_always() },
            ...stays.map((days) => ({
              value: String(days),
              text: days === 1 ? m.studio_day_one() : m.studio_days({ count: days }),
            })),
          ]}
        />
      </div>
      {!started && hours.when === 'later' && (
        <TextField
          label={m.studio_start()}
          hint={m.studio_start_hint({ zone: formatZone(timeZone, now) })}
          error={error}
          type="datetime-local"
          min={fieldOf(now, timeZone)}
          max={fieldOf(now + POST_AHEAD_DAYS_MAX * DAY_MS, timeZone)}
          value={hours.at}
          onChange={({ currentTarget: { value } }) => onChange({ ...hours, at: value })}
        />
      )}
    </>
  );
};
