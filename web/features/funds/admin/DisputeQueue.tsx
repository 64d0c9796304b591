// Payments that payers' banks took back: to be answered at the acquirer before the scheme's
// deadline, or accepted.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { explainRefusal } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { formatMoment, formatMoney } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { AdminSection, adminStyles as styles, Decision, PersonLink } from '../../dsb/index.ts';
import { OpenWorkCard } from '../../todo/index.ts';
import { METHOD_TEXTS } from '../payments/method-texts.ts';
import { type Dispute, disputesQuery, useDecideDispute } from './transactions.ts';

/** Renders nothing without one. */
export const DisputeQueue = () => {
  const { data } = useQuery(disputesQuery());
  if (!data || data.length === 0) return null;
  return (
    <AdminSection title={m.dsb_disputes_title()} note={m.dsb_disputes_note()}>
      {data.map((dispute) => (
        <DisputeCard key={dispute.id} dispute={dispute} />
      ))}
    </AdminSection>
  );
};

const DisputeCard = ({
  dispute: { id, profile, amount, openedAt, answerBy, payment },
}: {
  dispute: Dispute;
}) => {
  const { mutate, isPending, error } = useDecideDispute();
  return (
    <OpenWorkCard
      kind="dispute"
      id={id}
      title={
        <>
          <Money value={amount} />
          {profile && (
            <>
              {' · '}
              <PersonLink profile={profile} />
            </>
          )}
        </>
      }
    >
      <DescriptionList
        className={styles.facts}
        items={[
          [
            m.dsb_disputes_payment(),
            <>
              <Link to={`/dsb/transactions?search=${payment.id}#transactions`}>
                {formatMoney(payment.amount)}
              </Link>{' '}
              {payment.scheme ?? METHOD_TEXTS[payment.method]()} ·{' '}
              {payment.method === 'card' && `${payment.gateway} · `}
              {formatMoment(payment.at)}
            </>,
          ],
          [m.dsb_disputes_opened(), formatMoment(openedAt)],
          [
            m.dsb_disputes_answer_by(),
            answerBy ? <b>{formatMoment(answerBy)}</b> : m.dsb_disputes_no_deadline(),
          ],
        ]}
      />
      <Decision
        right="money.decide"
        label={m.dsb_disputes_reason()}
        choices={[
          { key: 'answered', text: m.dsb_disputes_answered(), main: true, needsReason: true },
          { key: 'accepted', text: m.dsb_disputes_accepted(), main: false, needsReason: true },
        ]}
        loading={isPending}
        problem={error ? explainRefusal(error) : undefined}
        onDecide={(decision, reason) => mutate({ id, decision, reason })}
      />
    </OpenWorkCard>
  );
};
