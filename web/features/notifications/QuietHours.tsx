// Hours in which nothing reaches the devices of a person.
import { HOUR_MS } from '@camarim/contract/time';
import { m } from '../../paraglide/messages.js';
import { formatZone } from '../../ui/display/days.ts';
import { useNow } from '../../ui/display/use-now.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import account from '../../ui/layout/account.module.css';
import shapes from '../../ui/layout/shapes.module.css';
import type { NotificationSettings } from './queries.ts';

const HOUR_MINUTES = 60;
const USUAL = { from: 22 * HOUR_MINUTES, until: 8 * HOUR_MINUTES };

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour * HOUR_MINUTES),
  text: `${String(hour).padStart(2, '0')}:00`,
}));

type Props = {
  settings: NotificationSettings;
  onChange: (settings: NotificationSettings) => void;
};

export const QuietHours = ({ settings, onChange }: Props) => {
  const { quiet, timeZone } = settings;
  const now = useNow(HOUR_MS);
  /** Choosing hours here means those of the clock here. */
  const change = (chosen: NotificationSettings['quiet']) =>
    onChange({
      ...settings,
      quiet: chosen,
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  return (
    <section className={account.part}>
      <h2>{m.notification_quiet()}</h2>
      <p className={account.intro}>{m.notification_quiet_text()}</p>
      <Checkbox
        label={m.notification_quiet_on()}
        checked={quiet !== null}
        onChange={({ currentTarget }) => change(currentTarget.checked ? USUAL : null)}
      />
      {quiet && (
        <>
          <div className={shapes['pair']}>
            <Select
              label={m.notification_quiet_from()}
              value={String(quiet.from)}
              options={HOURS}
              onChange={({ currentTarget }) =>
                change({ ...quiet, from: Number(currentTarget.value) })
              }
            />
            <Select
              label={m.notification_quiet_until()}
              value={String(quiet.until)}
              options={HOURS}
              onChange={({ currentTarget }) =>
                change({ ...quiet, until: Number(currentTarget.value) })
              }
            />
          </div>
          <p className={account.intro}>
            {m.notification_zone({ zone: formatZone(timeZone, now) })}
          </p>
        </>
      )}
    </section>
  );
};
