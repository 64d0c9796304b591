// Payouts that wait for an administrator: approved, or returned with a reason that the producer
// reads.
import { REASON_MAX } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import styles from '../../dsb/dsb.module.css';
import { cashOutQueueQuery, useDecideCashOut, type WaitingCashOut } from './transactions.ts';

export const CashOutQueue = () => {
  const { data } = useQuery(cashOutQueueQuery());
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="queue-title">
      <h2 id="queue-title" className={styles.subtitle}>
        {m.dsb_cash_outs_title()}
      </h2>
      {data.map((cashOut) => (
        <CashOutCard key={cashOut.id} cashOut={cashOut} />
      ))}
    </section>
  );
};

const CashOutCard = ({
  cashOut: { id, profile, value, destination, createdAt },
}: {
  cashOut: WaitingCashOut;
}) => {
  const [reason, setReason] = useState('');
  const decide = useDecideCashOut();
  const problem = decide.error instanceof ApiError ? decide.error.message : undefined;
  return (
    <article className={styles.choices}>
      <p>
        <b>
          <Money value={value} />
        </b>{' '}
        <Link to={`/${profile.domainName}`}>{profile.exibitionName}</Link>{' '}
        <span className={styles.soft}>
          {destination} · <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </span>
      </p>
      <TextField
        label={m.dsb_cash_outs_reason()}
        value={reason}
        maxLength={REASON_MAX}
        error={problem}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <p className={styles.buttons}>
        <Button
          small
          variant="main"
          loading={decide.isPending && decide.variables.approve}
          onClick={() => decide.mutate({ id, approve: true, reason: '' })}
        >
          {m.dsb_cash_outs_approve()}
        </Button>
        <Button
          small
          variant="line"
          loading={decide.isPending && !decide.variables.approve}
          disabled={reason.trim() === ''}
          onClick={() => decide.mutate({ id, approve: false, reason })}
        >
          {m.dsb_cash_outs_refuse()}
        </Button>
      </p>
    </article>
  );
};
