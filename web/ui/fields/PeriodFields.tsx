// The first and the last day of what a page shows.
import { MINUTE_MS } from '@camarim/contract/time';
import { m } from '../../paraglide/messages.js';
import { Button } from '../actions/Button.tsx';
import { useNow } from '../display/use-now.ts';
import { lastDays, monthSoFar, type Period, PERIOD_DAYS, todayIn } from './periods.ts';
import styles from './PeriodFields.module.css';
import { TextField } from './TextField.tsx';

type Props = {
  period: Period;
  /** What is shown, with the defaults; undefined while it loads. */
  shown: { from: string; to: string } | undefined;
  onChange: (period: Period) => void;
};

export const PeriodFields = ({ period, shown, onChange }: Props) => {
  /** An empty field means the default boundary. */
  const set = (end: keyof Period) => (event: { currentTarget: { value: string } }) => {
    const { [end]: _before, ...rest } = period;
    onChange(event.currentTarget.value ? { ...rest, [end]: event.currentTarget.value } : rest);
  };
  const near = [
    ...PERIOD_DAYS.map((count) => ({
      text: m.period_last_days({ count }),
      periodOf: (day: string) => lastDays(count, day),
    })),
    { text: m.period_this_month(), periodOf: monthSoFar },
  ];
  const today = todayIn(useNow(MINUTE_MS));
  const from = period.from ?? shown?.from ?? '';
  const to = period.to ?? shown?.to ?? '';
  return (
    <div className={styles.period} role="group" aria-label={m.earned_period()}>
      <div className={styles.near}>
        {near.map(({ text, periodOf }) => {
          const one = periodOf(today);
          return (
            <Button
              key={text}
              small
              variant="line"
              aria-pressed={one.from === from && one.to === to}
              onClick={() => onChange(one)}
            >
              {text}
            </Button>
          );
        })}
      </div>
      <TextField
        label={m.statement_filter_from()}
        type="date"
        value={from}
        max={to || undefined}
        onChange={set('from')}
      />
      <TextField
        label={m.statement_filter_to()}
        type="date"
        value={to}
        min={from || undefined}
        onChange={set('to')}
      />
    </div>
  );
};
