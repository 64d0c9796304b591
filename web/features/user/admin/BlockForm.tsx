// The decision to block a person, possible once its consequences are ticked, or to end the block.
import { useState } from 'react';
import { ApiError } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { formatMoney } from '../../../ui/display/formats.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { AdminSection, adminStyles as styles, Decision, useRight } from '../../dsb/index.ts';
import { type PersonDetail, useDecideBlock } from './queries.ts';

/** The block ends when this day begins in São Paulo, which has had one offset since 2019. */
const instantOf = (day: string): string => new Date(`${day}T00:00:00-03:00`).toISOString();

const Consequences = ({ person: { counts, money } }: { person: PersonDetail }) => (
  <ul className={styles.points}>
    <li>{m.dsb_block_ends_sessions()}</li>
    <li>{m.dsb_block_hides()}</li>
    <li>
      {m.dsb_block_stops({
        subscribers: counts.subscribersRenewing,
        subscriptions: counts.subscriptionsRenewing,
      })}
    </li>
    <li>
      {m.dsb_block_keeps({
        wallet: formatMoney(money.wallet),
        earnings: formatMoney(money.pending + money.earnings),
      })}
    </li>
    <li>{m.dsb_block_tells()}</li>
  </ul>
);

export const BlockForm = ({ person }: { person: PersonDetail }) => {
  const { mutate, isPending, error } = useDecideBlock(person.id);
  const [understood, setUnderstood] = useState(false);
  const [day, setDay] = useState('');
  const blocked = person.block !== null;
  const title = blocked ? m.dsb_unblock() : m.dsb_block();
  const right = person.role === 'admin' ? 'team.decide' : 'users.decide';
  if (!useRight(right) || person.own) return null;
  return (
    <AdminSection title={title}>
      {!blocked && (
        <div className={styles.form}>
          <Consequences person={person} />
          {person.secondPerson && <p className={styles.soft}>{m.dsb_block_second()}</p>}
          <Checkbox
            label={m.dsb_block_understood()}
            checked={understood}
            onChange={({ currentTarget: { checked } }) => setUnderstood(checked)}
          />
          <TextField
            type="date"
            label={m.dsb_block_until()}
            value={day}
            onChange={({ currentTarget: { value } }) => setDay(value)}
          />
        </div>
      )}
      {(blocked || understood) && (
        <Decision
          right={right}
          key={title}
          choices={[{ key: 'decide', text: title, main: true, needsReason: true }]}
          loading={isPending}
          problem={error instanceof ApiError ? error.message : undefined}
          onDecide={(_key, reason) =>
            mutate(
              { block: !blocked, reason, ...(day && !blocked && { until: instantOf(day) }) },
              {
                onSuccess: (done) =>
                  showToast(done ? m.dsb_decided() : m.dsb_second_person(), 'success'),
              },
            )
          }
        />
      )}
    </AdminSection>
  );
};
