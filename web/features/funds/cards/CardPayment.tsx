// A pending card charge: waiting for the acquirer, or for the holder's 3-D Secure challenge on the
// bank's page.
import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useCallback } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Countdown } from '../../../ui/display/Countdown.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { fundsKeys } from '../keys.ts';
import type { Charge } from '../queries.ts';
import styles from '../payment-methods/payment-methods.module.css';

export const CardPayment = ({ charge: { id, status, value, challenge } }: { charge: Charge }) => {
  const client = useQueryClient();
  const onEnd = useCallback(
    () => void client.invalidateQueries({ queryKey: fundsKeys.charge(id) }),
    [client, id],
  );
  if (!challenge)
    return <p role="status">{status === 'pending' ? m.card_challenge_lost() : m.card_waiting()}</p>;
  return (
    <div className={styles.payment}>
      <div role="status">
        <h3>{m.card_challenge_title()}</h3>
        <p className={styles.soft}>{m.card_challenge_text({ value: formatMoney(value) })}</p>
      </div>
      <a className={styles.open} href={challenge.url} target="_blank" rel="noopener noreferrer">
        <ExternalLink aria-hidden />
        {m.card_challenge_open()}
      </a>
      <p className={styles.waiting}>
        {m.card_challenge_waiting()} <Countdown until={challenge.expiresWhen} onEnd={onEnd} />
      </p>
    </div>
  );
};
