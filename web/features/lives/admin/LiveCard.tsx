// One open show: who, how many watch, its last frame, what was decided, and the decision.
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { formatMoment } from '../../../ui/display/formats.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import {
  AdminCard,
  adminStyles as shared,
  Decision,
  type DecisionOption,
  ProfileLink,
} from '../../dsb/index.ts';
import styles from './admin.module.css';
import { type LiveDecision, type ModeratedLive, useDecideLive } from './queries.ts';

const DECISIONS: Record<LiveDecision, () => string> = {
  warn: m.dsb_lives_warn,
  blur: m.dsb_lives_blur,
  pause: m.dsb_lives_pause,
  resume: m.dsb_lives_resume,
  end: m.dsb_lives_end,
};

/** Giving back is offered only where something was taken. */
const choicesOf = ({ blurred, withheld }: ModeratedLive): DecisionOption<LiveDecision>[] =>
  (Object.keys(DECISIONS) as LiveDecision[])
    .filter((key) => key !== 'resume' || blurred || withheld)
    .filter((key) => !(key === 'blur' && blurred) && !(key === 'pause' && withheld))
    .map((key) => ({ key, text: DECISIONS[key](), main: key === 'end', needsReason: true }));

const Badges = ({ live }: { live: ModeratedLive }) => (
  <p className={styles.badges}>
    <Badge variant="plain">{m.dsb_lives_watchers({ count: live.watchers })}</Badge>
    {live.type === '3' && <Badge variant="plain">{m.dsb_lives_private()}</Badge>}
    {live.blockedFrames > 0 && (
      <Badge variant="air">{m.dsb_lives_blocked({ count: live.blockedFrames })}</Badge>
    )}
    {live.reports > 0 && (
      <Badge variant="air">{m.dsb_lives_reports({ count: live.reports })}</Badge>
    )}
    {live.blurred && <Badge variant="leaf">{m.dsb_lives_blurred()}</Badge>}
    {live.withheld && <Badge variant="leaf">{m.dsb_lives_withheld()}</Badge>}
  </p>
);

const Past = ({ decisions }: Pick<ModeratedLive, 'decisions'>) => (
  <ul className={styles.past}>
    {decisions.map(({ decision, reason, decidedAt }) => (
      <li key={decidedAt + decision}>
        {DECISIONS[decision]()}: {reason}{' '}
        <span className={shared.soft}>{formatMoment(decidedAt)}</span>
      </li>
    ))}
  </ul>
);

export const LiveCard = ({ live }: { live: ModeratedLive }) => {
  const decide = useDecideLive();
  const name = live.profile.exibitionName;
  return (
    <AdminCard itemId={live.id} title={<ProfileLink profile={live.profile} />}>
      <Badges live={live} />
      {live.title !== '' && <p>{live.title}</p>}
      {live.lastFrameUrl && (
        <img className={styles.frame} src={live.lastFrameUrl} alt={m.dsb_lives_frame({ name })} />
      )}
      <Past decisions={live.decisions} />
      <Decision
        right="content.decide"
        // The reason of a decision that was recorded is not the one of the next.
        key={live.decisions[0]?.decidedAt}
        label={m.dsb_lives_reason()}
        choices={choicesOf(live)}
        loading={decide.isPending}
        problem={decide.error ? explainRefusal(decide.error) : undefined}
        onDecide={(decision, reason) => decide.mutate({ id: live.id, decision, reason })}
      />
    </AdminCard>
  );
};
