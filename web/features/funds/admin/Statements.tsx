// Reconciliation: differences between gateways' statements and our books, each resolved with a
// note.
import { REASON_MAX } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatDay, formatMoney } from '../../../ui/display/formats.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import styles from '../../dsb/dsb.module.css';
import {
  type Difference,
  differencesQuery,
  type StatementDay,
  statementDaysQuery,
  useResolveDifference,
} from './statements.ts';

/** Brand names of the gateways. */
const GATEWAY_NAMES: Record<string, string> = {
  pix: 'Pix',
  cielo: 'Cielo (boleto)',
  cieloCard: 'Cielo',
  rede: 'e.Rede',
  carat: 'Carat',
  picpay: 'PicPay',
  paypal: 'PayPal',
};
const gatewayName = (provider: string): string => GATEWAY_NAMES[provider] ?? provider;

const KINDS = {
  unknown: m.dsb_statements_unknown,
  amount: m.dsb_statements_amount,
  state: m.dsb_statements_state,
  missing: m.dsb_statements_missing,
  contradiction: m.dsb_statements_contradiction,
  undecided: m.dsb_statements_undecided,
} as const;

export const Statements = () => {
  const { data: list } = useQuery(differencesQuery());
  const { data: days } = useQuery(statementDaysQuery());
  if (!list || !days || days.length === 0) return null;
  const hidden = (list.total ?? 0) - list.data.length;
  return (
    <section aria-labelledby="statements-title">
      <h2 id="statements-title" className={styles.subtitle}>
        {m.dsb_statements_title()}
      </h2>
      <p className={styles.soft}>{m.dsb_statements_text()}</p>
      {list.data.length === 0 && <p>{m.dsb_statements_none()}</p>}
      {list.data.map((difference) => (
        <DifferenceLine key={difference.id} difference={difference} />
      ))}
      {hidden > 0 && <p className={styles.soft}>{m.dsb_statements_more({ count: hidden })}</p>}
      <details className={styles.days}>
        <summary>{m.dsb_statements_days()}</summary>
        <ul>
          {days.map((day) => (
            <li key={`${day.provider} ${day.day}`}>{lineOf(day)}</li>
          ))}
        </ul>
      </details>
    </section>
  );
};

/** Noon in Brasília, which is on the same calendar day in every Brazilian time zone. */
const dayText = (day: string): string => formatDay(`${day}T15:00:00Z`);

const lineOf = ({
  provider,
  day,
  matchedAt,
  lines,
  received,
  credited,
  error,
}: StatementDay): string =>
  matchedAt === null
    ? m.dsb_statements_waiting({
        provider: gatewayName(provider),
        day: dayText(day),
        error: error ?? '',
      })
    : m.dsb_statements_day({
        provider: gatewayName(provider),
        day: dayText(day),
        lines,
        received: formatMoney(received),
        credited,
      });

const DifferenceLine = ({
  difference: { id, kind, provider, day, ref, profile, theirs, ours },
}: {
  difference: Difference;
}) => {
  const [reason, setReason] = useState('');
  const settle = useResolveDifference();
  const problem = settle.error instanceof ApiError ? settle.error.message : undefined;
  return (
    <article className={styles.choices}>
      <p>
        <b>{KINDS[kind]()}</b>
        <br />
        {[
          theirs !== null && m.dsb_statements_theirs({ value: formatMoney(theirs) }),
          ours !== null && m.dsb_statements_ours({ value: formatMoney(ours) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className={styles.soft}>
        {gatewayName(provider)} · {dayText(day)} ·{' '}
        {profile && <Link to={`/${profile.domainName}`}>{profile.exibitionName}</Link>}{' '}
        <code>{ref}</code>
      </p>
      <TextField
        label={m.dsb_statements_reason()}
        value={reason}
        maxLength={REASON_MAX}
        error={problem}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <p className={styles.buttons}>
        <Button
          small
          variant="line"
          loading={settle.isPending}
          disabled={reason.trim().length < 3}
          onClick={() => settle.mutate({ id, reason })}
        >
          {m.dsb_statements_settle()}
        </Button>
      </p>
    </article>
  );
};
