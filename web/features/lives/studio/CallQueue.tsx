// The calls that wait, before and during a show: answer one, or decline it.
import { answerPath } from '@camarim/contract/shows';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { call } from '../../../client/api/api.ts';
import { goTo } from '../../../client/navigation.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { liveKeys } from '../keys.ts';
import { type Call, callsQuery } from '../queries.ts';
import styles from './studio.module.css';

/** During a show. */
export const CallQueue = () => {
  const { data: calls } = useQuery(callsQuery());
  if (calls?.length === 0)
    return <EmptyState icon={<Phone aria-hidden />} title={m.call_queue_none()} />;
  return calls ? <CallList calls={calls} /> : null;
};

/** Before a show: calls whose modal was closed, or that came while no page was open. */
export const WaitingCalls = () => {
  const { data: calls = [] } = useQuery(callsQuery());
  if (calls.length === 0) return null;
  return (
    <section className={styles.waiting}>
      <h2>{m.call_queue()}</h2>
      <CallList calls={calls} />
    </section>
  );
};

const CallList = ({ calls }: { calls: readonly Call[] }) => {
  const client = useQueryClient();
  const decline = useMutation({
    mutationFn: (id: string) =>
      call('POST /lives/calls/{id}/decline', { params: { id }, handled: [404] }),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.calls }),
  });
  return (
    <ul className={styles.calls}>
      {calls.map(({ id, profile, type, balance }) => (
        <li key={id} className={styles.call}>
          <Avatar
            name={profile.exibitionName}
            src={profile.profileMediaThumbs?.mdThumb ?? profile.profileImage}
          />
          <span className={styles.callText}>
            <b>{profile.exibitionName}</b>
            <span className={styles.soft}>
              {type === '3' ? m.past_private() : m.past_party()}
              {balance > 0 && ` · ${m.call_balance({ balance: formatMoney(balance) })}`}
            </span>
          </span>
          <Button small onClick={() => decline.mutate(id)}>
            {m.call_decline()}
          </Button>
          <Button variant="main" small onClick={() => goTo(answerPath(profile.id, type))}>
            {m.call_accept()}
          </Button>
        </li>
      ))}
    </ul>
  );
};
