// Reconciliation: differences between gateways' statements and our books, each resolved with a
// note.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../client/api/errors.ts';
import { formatDay, formatMoney } from '../../../ui/display/formats.ts';
import { AdminSection, adminStyles as styles, Decision } from '../../dsb/index.ts';
import { OpenWorkCard } from '../../todo/index.ts';
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
  if (!list || !days || (days.length === 0 && list.data.length === 0)) return null;
  const hidden = (list.total ?? 0) - list.data.length;
  return (
    <AdminSection title={m.dsb_statements_title()} note={m.dsb_statements_text()}>
      {list.data.length === 0 && <p>{m.dsb_statements_none()}</p>}
      {list.data.map((difference) => (
        <DifferenceLine key={difference.id} difference={difference} />
      ))}
      {hidden > 0 && <p className={styles.soft}>{m.dsb_statements_more({ count: hidden })}</p>}
      {days.length > 0 && (
        <details className={styles.days}>
          <summary>{m.dsb_statements_days()}</summary>
          <ul>
            {days.map((day) => (
              <li key={`${day.provider} ${day.day}`}>{lineOf(day)}</li>
            ))}
          </ul>
        </details>
      )}
    </AdminSection>
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
  const { mutate, isPending, error } = useResolveDifference();
  return (
    <OpenWorkCard kind="statementDifference" id={id}>
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
      <Decision
        right="money.decide"
        label={m.dsb_statements_reason()}
        choices={[
          { key: 'resolve', text: m.dsb_statements_settle(), main: false, needsReason: true },
        ]}
        loading={isPending}
        problem={error instanceof ApiError ? error.message : undefined}
        onDecide={(_, reason) => mutate({ id, reason })}
      />
    </OpenWorkCard>
  );
};
