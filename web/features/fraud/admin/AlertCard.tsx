// One fraud alert: the rule, what was counted and compared, and the decision.
import type { FraudDecision, FraudRule } from '@camarim/contract/features/fraud/alerts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { explainRefusal } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/display/Badge.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { formatMoment, formatMoney, localeTag } from '../../../ui/display/formats.ts';
import { TimeAgo } from '../../../ui/display/TimeAgo.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { adminStyles as styles, Decision, ProfileLink, useRight } from '../../dsb/index.ts';
import { OpenWorkCard } from '../../todo/index.ts';
import { type AlertResult, type FraudAlert, useDecideAlert } from './queries.ts';

/** Each rule in words, and what it has done. */
const RULE_TEXTS: Record<FraudRule, { title: () => string; effect: () => string }> = {
  declinesAccount: { title: m.dsb_fraud_declines_account, effect: m.dsb_fraud_effect_declines },
  declinesAddress: { title: m.dsb_fraud_declines_address, effect: m.dsb_fraud_effect_declines },
  declinesDevice: { title: m.dsb_fraud_declines_device, effect: m.dsb_fraud_effect_declines },
  declinesBin: { title: m.dsb_fraud_declines_bin, effect: m.dsb_fraud_effect_declines },
  declinesAlarm: { title: m.dsb_fraud_declines_alarm, effect: m.dsb_fraud_effect_alarm },
  pairDay: { title: m.dsb_fraud_pair_day, effect: m.dsb_fraud_effect_pair },
  pairWeek: { title: m.dsb_fraud_pair_week, effect: m.dsb_fraud_effect_pair },
  pairSales: { title: m.dsb_fraud_pair_sales, effect: m.dsb_fraud_effect_pair },
  newPayer: { title: m.dsb_fraud_new_payer, effect: m.dsb_fraud_effect_pair },
  newPayers: { title: m.dsb_fraud_new_payers, effect: m.dsb_fraud_effect_producer },
  cardReview: { title: m.dsb_fraud_card_review, effect: m.dsb_fraud_effect_card_review },
};

const DECISIONS: Record<FraudDecision, { act: () => string; done: () => string }> = {
  release: { act: m.dsb_fraud_release, done: m.dsb_fraud_released },
  refund: { act: m.dsb_fraud_refund, done: m.dsb_fraud_refunded },
  block: { act: m.dsb_fraud_block, done: m.dsb_fraud_blocked },
};

const amountOf = (value: number, unit: FraudAlert['unit']): string =>
  unit === 'centavos' ? formatMoney(value) : value.toLocaleString(localeTag());

const factsOf = (alert: FraudAlert): [string, ReactNode][] => {
  const { counted, limit, unit, hours, hits, lastAt, producer, bin } = alert;
  return [
    [m.dsb_fraud_counted({ hours }), amountOf(counted, unit)],
    [m.dsb_fraud_limit(), amountOf(limit, unit)],
    [m.dsb_fraud_hits(), hits],
    [m.dsb_fraud_last(), formatMoment(lastAt)],
    ...(producer
      ? [
          [m.dsb_fraud_producer(), <ProfileLink key="producer" profile={producer} />] as [
            string,
            ReactNode,
          ],
        ]
      : []),
    ...(bin === null ? [] : [[m.dsb_fraud_bin(), bin] as [string, ReactNode]]),
  ];
};

const People = ({ alert: { people, about } }: { alert: FraudAlert }) => {
  const others = people.filter(({ id }) => id !== about?.id);
  if (others.length === 0) return null;
  return (
    <details>
      <summary>
        {m.dsb_fraud_people()} ({others.length})
      </summary>
      <ul className={styles.records}>
        {others.map((person) => (
          <li key={person.id}>
            <ProfileLink profile={person} />
          </li>
        ))}
      </ul>
    </details>
  );
};

const Counted = ({ alert: { sales, times } }: { alert: FraudAlert }) =>
  sales.length > 0 ? (
    <details>
      <summary>
        {m.dsb_fraud_sales()} ({sales.length})
      </summary>
      <ul className={styles.records}>
        {sales.map(({ id, at, amount }) => (
          <li key={id}>
            <Link to={`/dsb/transactions?search=${id}`}>{formatMoney(amount)}</Link>{' '}
            {formatMoment(at)}
          </li>
        ))}
      </ul>
    </details>
  ) : (
    times.length > 0 && (
      <details>
        <summary>
          {m.dsb_fraud_times()} ({times.length})
        </summary>
        <ul className={styles.records}>
          {[...Map.groupBy(times, (at) => at)].map(([at, same]) => (
            <li key={at}>
              {formatMoment(at)}
              {same.length > 1 && ` (${same.length})`}
            </li>
          ))}
        </ul>
      </details>
    )
  );

const Outcome = ({ alert: { decision, decidedBy, decidedAt, reason } }: { alert: FraudAlert }) =>
  decision && (
    <p>
      <Badge variant="plain">{DECISIONS[decision].done()}</Badge>{' '}
      {decidedBy && <ProfileLink profile={decidedBy} />}{' '}
      {decidedAt && <span className={styles.soft}>{formatMoment(decidedAt)}</span>} {reason}
    </p>
  );

const resultOf = (decision: FraudDecision, { decided, refunded, left }: AlertResult): string => {
  if (!decided) return m.dsb_second_person();
  return decision === 'refund'
    ? m.dsb_fraud_refund_counts({ refunded, left })
    : m.dsb_fraud_decided();
};

export const AlertCard = ({ alert }: { alert: FraudAlert }) => {
  const { id, rule, about, openedAt, can } = alert;
  const { mutate, isPending, error } = useDecideAlert((decision, result) =>
    showToast(resultOf(decision, result), 'success'),
  );
  const blocks = useRight('users.decide');
  const choices = can
    .filter((key) => key !== 'block' || blocks)
    .map((key) => ({
      key,
      text: DECISIONS[key].act(),
      main: false,
      needsReason: true,
      ...(key === 'block' && { question: m.dsb_fraud_block_question() }),
    }));
  const title = (
    <>
      {RULE_TEXTS[rule].title()}
      {about && (
        <>
          {' · '}
          <ProfileLink profile={about} />
        </>
      )}{' '}
      <span className={styles.soft}>
        · <TimeAgo at={openedAt} />
      </span>
    </>
  );
  return (
    <OpenWorkCard kind={alert.decision ? null : 'fraudAlert'} id={id} title={title}>
      <DescriptionList className={styles.facts} items={factsOf(alert)} />
      <Counted alert={alert} />
      <People alert={alert} />
      {alert.decision === null ? (
        <>
          <p className={styles.soft}>{RULE_TEXTS[rule].effect()}</p>
          <Decision
            right="money.decide"
            label={m.dsb_fraud_reason()}
            choices={choices}
            loading={isPending}
            problem={error ? explainRefusal(error) : undefined}
            onDecide={(decision, reason) =>
              mutate({ id, decision, reason, sales: alert.sales.map((sale) => sale.id) })
            }
          />
        </>
      ) : (
        <Outcome alert={alert} />
      )}
    </OpenWorkCard>
  );
};
