// The goal of a show over its picture: how far the next one has come, and which was reached.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { useTopic } from '../../client/realtime/use-topic.ts';
import { formatMoney } from '../../ui/display/formats.ts';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import styles from './goals.module.css';
import { goalsKey } from './keys.ts';
import { type Goal, goalsQuery } from './queries.ts';

const CELEBRATED_MS = 10_000;

/** The goal that was reached a moment ago, not one that was reached before the first look. */
const useReachedNow = (goals: readonly Goal[] | undefined): Goal | null => {
  const known = useRef<ReadonlySet<string> | null>(null);
  const [reached, setReached] = useState<Goal | null>(null);
  useEffect(() => {
    if (!goals) return;
    const all = goals.filter(({ reachedAt }) => reachedAt !== null);
    const fresh = known.current && all.find(({ id }) => !known.current?.has(id));
    known.current = new Set(all.map(({ id }) => id));
    if (fresh) setReached(fresh);
  }, [goals]);
  useEffect(() => {
    if (!reached) return;
    const timer = setTimeout(() => setReached(null), CELEBRATED_MS);
    return () => clearTimeout(timer);
  }, [reached]);
  return reached;
};

export const GoalBar = ({ profileId }: { profileId: string }) => {
  const { data: goals } = useQuery(goalsQuery(profileId));
  useTopic('profile', profileId, { keys: [goalsKey(profileId)] });
  const reached = useReachedNow(goals);
  const shown = reached ?? goals?.find(({ reachedAt }) => !reachedAt) ?? goals?.at(-1);
  return (
    <>
      <p role="status" className="visually-hidden">
        {reached && m.goals_reached_named({ title: reached.title })}
      </p>
      {shown && (
        <div className={styles.bar} data-reached={shown.reachedAt !== null || undefined}>
          <span className={styles.barTitle}>{shown.title}</span>
          <ProgressBar
            label={m.goals_of_show({ title: shown.title })}
            variant="bulb"
            value={Math.min(shown.balance, shown.value)}
            max={shown.value}
          />
          <span className={styles.barAmounts}>
            {shown.reachedAt ? (
              <b>{m.goals_reached()}</b>
            ) : (
              m.goals_progress({
                balance: formatMoney(shown.balance),
                value: formatMoney(shown.value),
              })
            )}
          </span>
        </div>
      )}
    </>
  );
};
