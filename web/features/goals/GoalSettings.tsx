// A producer's own goals: creating and closing them.
import {
  GOAL_TITLE_MAX,
  GOAL_VALUE_MAX_CENTAVOS,
  GOAL_VALUE_MIN_CENTAVOS,
} from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { newIdempotencyKey } from '../../client/api/api.ts';
import { explainRefusal } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { formatMoney } from '../../ui/display/formats.ts';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { CurrencyField } from '../../ui/fields/CurrencyField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import styles from './goals.module.css';
import { type Goal, goalsQuery, useCloseGoal, useCreateGoal } from './queries.ts';

export const GoalSettings = ({ profileId }: { profileId: string }) => {
  const { data: goals = [] } = useQuery(goalsQuery(profileId));
  return (
    <section className={styles.settings}>
      <h2 className={styles.settingsTitle}>{m.goals_title()}</h2>
      <p className={styles.soft}>{m.goals_settings_text()}</p>
      <ul className={styles.list}>
        {goals.map((goal) => (
          <OwnGoal key={goal.id} goal={goal} />
        ))}
      </ul>
      <NewGoal profileId={profileId} />
    </section>
  );
};

const OwnGoal = ({ goal }: { goal: Goal }) => {
  const [asking, setAsking] = useState(false);
  const close = useCloseGoal(goal.profileId);
  return (
    <li className={styles.goal}>
      <h3 className={styles.goalTitle}>{goal.title}</h3>
      <ProgressBar
        label={goal.title}
        variant="bulb"
        value={Math.min(goal.balance, goal.value)}
        max={goal.value}
      />
      <p className={styles.amounts}>
        <span>
          {m.goals_progress({ balance: formatMoney(goal.balance), value: formatMoney(goal.value) })}
        </span>
        {goal.reachedAt && <b>{m.goals_reached()}</b>}
      </p>
      <Button
        variant="text"
        small
        onClick={() => setAsking(true)}
        aria-label={m.goals_close_label({ title: goal.title })}
      >
        {m.goals_close()}
      </Button>
      {asking && (
        <ConfirmDialog
          title={m.goals_close_title()}
          confirmLabel={m.goals_close()}
          onConfirm={() => close.mutateAsync(goal.id)}
          onClose={() => setAsking(false)}
        >
          {m.goals_close_text()}
        </ConfirmDialog>
      )}
    </li>
  );
};

const NewGoal = ({ profileId }: { profileId: string }) => {
  const [title, setTitle] = useState('');
  const [value, setValue] = useState<Centavos | null>(null);
  const [problem, setProblem] = useState<string>();
  const open = useCreateGoal(profileId);
  // One idempotency key per new goal: a second click creates it once.
  const key = useRef(newIdempotencyKey());

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (
      !title.trim() ||
      value === null ||
      value < GOAL_VALUE_MIN_CENTAVOS ||
      value > GOAL_VALUE_MAX_CENTAVOS
    ) {
      setProblem(
        m.goals_limits({
          min: formatMoney(GOAL_VALUE_MIN_CENTAVOS),
          max: formatMoney(GOAL_VALUE_MAX_CENTAVOS),
        }),
      );
      return;
    }
    open.mutate(
      { title: title.trim(), value, idempotencyKey: key.current },
      {
        onSuccess: () => {
          setTitle('');
          setValue(null);
          key.current = newIdempotencyKey();
        },
        onError: (error) => setProblem(explainRefusal(error)),
      },
    );
  };

  return (
    <form className={styles.form} onSubmit={send} onInput={() => setProblem(undefined)} noValidate>
      <TextField
        label={m.goals_name()}
        value={title}
        maxLength={GOAL_TITLE_MAX}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <CurrencyField label={m.goals_value()} value={value} onChange={setValue} />
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Button type="submit" variant="line" loading={open.isPending}>
        {m.goals_open()}
      </Button>
    </form>
  );
};
