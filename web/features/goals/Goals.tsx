// The goals of a profile: progress in real time, and tipping.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { openDialog } from '../../client/dialogs.ts';
import { askToJoin } from '../../client/navigation.ts';
import { useTopic } from '../../client/realtime/use-topic.ts';
import { useSession } from '../../client/session/session.ts';
import { usePendingAction } from '../../client/session/pending-action.ts';
import { ViewerActions } from '../../client/session/ViewerActions.tsx';
import { Button } from '../../ui/actions/Button.tsx';
import { formatMoney } from '../../ui/display/formats.ts';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import styles from './goals.module.css';
import { goalsKey } from './keys.ts';
import { type Goal, goalsQuery } from './queries.ts';

type Props = {
  profileId: string;
  name: string;
  /** The show that the tips are given in. */
  liveId?: string;
};

export const Goals = ({ profileId, name, liveId }: Props) => {
  const { data: goals = [] } = useQuery(goalsQuery(profileId));
  useTopic('profile', profileId, { keys: [goalsKey(profileId)] });
  if (goals.length === 0) return null;
  return (
    <section className={styles.goals} aria-label={m.goals_title()}>
      <ViewerActions>
        {goals.map((goal) => (
          <GoalCard key={goal.id} goal={goal} name={name} liveId={liveId} />
        ))}
      </ViewerActions>
    </section>
  );
};

const GoalCard = ({
  goal,
  name,
  liveId,
}: {
  goal: Goal;
  name: string;
  liveId: string | undefined;
}) => {
  const { user } = useSession();
  const tip = () =>
    openDialog('tip', {
      profileId: goal.profileId,
      goalId: goal.id,
      ...(liveId !== undefined && { liveId }),
      name,
    });
  const act = `tip:${goal.id}`;
  usePendingAction(act, tip);
  return (
    <article className={styles.goal}>
      <h2 className={styles.goalTitle}>{goal.title}</h2>
      <ProgressBar
        label={goal.title}
        variant="bulb"
        value={Math.min(goal.balance, goal.value)}
        max={goal.value}
      />
      <p className={styles.amounts} aria-live="polite">
        <span>
          {m.goals_progress({ balance: formatMoney(goal.balance), value: formatMoney(goal.value) })}
        </span>
        {goal.reachedAt && <b>{m.goals_reached()}</b>}
      </p>
      {user?.profile.id !== goal.profileId && (
        <Button
          variant="money"
          small
          onClick={user ? tip : () => askToJoin('tip', act)}
          aria-label={m.goals_tip_label({ title: goal.title })}
        >
          {m.goals_tip()}
        </Button>
      )}
    </article>
  );
};
