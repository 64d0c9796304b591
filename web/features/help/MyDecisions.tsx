// Decisions of the team that the member may contest, with their reasons.
import { useQuery } from '@tanstack/react-query';
import { openDialog } from '../../client/dialogs.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { formatDay, formatMoment } from '../../ui/display/formats.ts';
import styles from './help.module.css';
import { type Contestable, decisionsQuery } from './queries.ts';

const stateOf = ({ by, restored, held, appealed }: Contestable): string | null => {
  if (held) return m.help_decision_held();
  if (restored) return by === 'owner' ? m.help_decision_restored() : m.help_decision_taken_back();
  return appealed ? m.help_decision_appealed() : null;
};

const titleOf = ({ by, what, label }: Contestable): string => {
  if (by === 'decided') return what;
  if (by === 'owner') return m.help_decision_removed({ what });
  return by === 'labelled'
    ? m.help_decision_labelled({ what, label: label ?? '' })
    : m.help_decision_stays({ what });
};

const Decision = ({ decision }: { decision: Contestable }) => {
  const { id, rule, reason, decidedAt, until } = decision;
  const state = stateOf(decision);
  return (
    <article className={styles.ticket}>
      <p className={styles.soft}>{formatMoment(decidedAt)}</p>
      <p>
        <b>{titleOf(decision)}</b>
      </p>
      {rule && <p className={styles.soft}>{m.help_decision_rule({ rule })}</p>}
      <p>{m.help_decision_reason({ reason })}</p>
      {state ? (
        <p className={styles.soft}>{state}</p>
      ) : (
        <div className={styles.contest}>
          <Button variant="line" small onClick={() => openDialog('help', { decision: id })}>
            {m.help_appeal()}
          </Button>
          <span className={styles.soft}>{m.help_decision_until({ day: formatDay(until) })}</span>
        </div>
      )}
    </article>
  );
};

export const MyDecisions = () => {
  const { data: decisions = [] } = useQuery(decisionsQuery());
  if (decisions.length === 0) return null;
  return (
    <section className={styles.decisions}>
      <h2 className={styles.subtitle}>{m.help_decisions()}</h2>
      {decisions.map((decision) => (
        <Decision key={`${decision.by} ${decision.id}`} decision={decision} />
      ))}
    </section>
  );
};
