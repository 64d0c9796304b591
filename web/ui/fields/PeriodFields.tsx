// The first and the last day of what a page shows.
import { m } from '../../paraglide/messages.js';
import { Button } from '../actions/Button.tsx';
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
      periodOf: (today: string) => lastDays(count, today),
    })),
    { text: m.period_this_month(), periodOf: monthSoFar },
  ];
  return (
    <div className={styles.period} role="group" aria-label={m.earned_period()}>
      <div className={styles.near}>
        {near.map(({ text, periodOf }) => (
          <Button
            key={text}
            small
            variant="line"
            onClick={() => onChange(periodOf(todayIn(Date.now())))}
          >
            {text}
          </Button>
        ))}
      </div>
      <TextField
        label={m.statement_filter_from()}
        type="date"
        value={period.from ?? shown?.from ?? ''}
        max={period.to ?? shown?.to}
        onChange={set('from')}
      />
      <TextField
        label={m.statement_filter_to()}
        type="date"
        value={period.to ?? shown?.to ?? ''}
        min={period.from ?? shown?.from}
        onChange={set('to')}
      />
    </div>
  );
};
