// Payouts that wait for an administrator: approved, or returned with a reason that the producer
// reads.
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { formatMoment } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { AdminSection, adminStyles as styles, Decision, ProfileLink } from '../../dsb/index.ts';
import { OpenWorkCard } from '../../todo/index.ts';
import { PayoutEvidence } from './PayoutEvidence.tsx';
import { payoutRulesQuery } from './payout-rules.ts';
import { cashOutQueueQuery, useDecideCashOut, type WaitingCashOut } from './transactions.ts';

export const CashOutQueue = () => {
  const { data } = useQuery(cashOutQueueQuery());
  if (!data || data.length === 0) return null;
  return (
    <AdminSection title={m.dsb_cash_outs_title()}>
      {data.map((cashOut) => (
        <CashOutCard key={cashOut.id} cashOut={cashOut} />
      ))}
    </AdminSection>
  );
};

const WAITS: Record<WaitingCashOut['waitsFor'][number], () => string> = {
  restricted: m.dsb_cash_outs_restricted,
  amount: m.dsb_cash_outs_amount,
  always: m.dsb_cash_outs_always,
  inQuestion: m.dsb_cash_outs_in_question,
  first: m.dsb_cash_outs_first,
};

/** The figures of the producer's money that a decision is based on. */
const ProducerEvidence = ({ producerId }: { producerId: WaitingCashOut['profile']['id'] }) => {
  const { data } = useQuery(payoutRulesQuery(producerId));
  return data ? <PayoutEvidence view={data} /> : null;
};

const CashOutCard = ({
  cashOut: { id, profile, value, destination, createdAt, approval, waitsFor },
}: {
  cashOut: WaitingCashOut;
}) => {
  const { mutate, isPending, error } = useDecideCashOut();
  return (
    <OpenWorkCard kind="cashOut" id={id}>
      <p>
        <b>
          <Money value={value} />
        </b>{' '}
        <ProfileLink profile={profile} />{' '}
        <span className={styles.soft}>
          {destination} · <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </span>
      </p>
      {waitsFor.length > 0 && (
        <p>{m.dsb_cash_outs_waits({ why: waitsFor.map((why) => WAITS[why]()).join('; ') })}</p>
      )}
      <ProducerEvidence producerId={profile.id} />
      {approval.takesTwo && (
        <p className={styles.soft}>
          {approval.by.length === 0
            ? m.dsb_cash_outs_two()
            : m.dsb_cash_outs_agreed({
                names: approval.by.map((name) => `@${name}`).join(', '),
              })}{' '}
          {approval.mine && m.dsb_cash_outs_other()}
        </p>
      )}
      <Decision
        right="money.decide"
        label={m.dsb_cash_outs_reason()}
        choices={[
          ...(approval.takesTwo && approval.mine
            ? []
            : [
                {
                  key: 'approve' as const,
                  text: m.dsb_cash_outs_approve(),
                  main: true,
                  needsReason: false,
                },
              ]),
          { key: 'return', text: m.dsb_cash_outs_refuse(), main: false, needsReason: true },
        ]}
        loading={isPending}
        problem={error instanceof ApiError ? error.message : undefined}
        onDecide={(key, reason) =>
          mutate({ id, approve: key === 'approve', reason: key === 'approve' ? '' : reason })
        }
      />
    </OpenWorkCard>
  );
};
