// Payouts that wait for an administrator: approved, or returned with a reason that the producer
// reads.
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { formatMoment } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import {
  AdminCard,
  AdminSection,
  adminStyles as styles,
  Decision,
  ProfileLink,
} from '../../dsb/index.ts';
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

const CashOutCard = ({
  cashOut: { id, profile, value, destination, createdAt, approval },
}: {
  cashOut: WaitingCashOut;
}) => {
  const { mutate, isPending, error } = useDecideCashOut();
  return (
    <AdminCard itemId={id}>
      <p>
        <b>
          <Money value={value} />
        </b>{' '}
        <ProfileLink profile={profile} />{' '}
        <span className={styles.soft}>
          {destination} · <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </span>
      </p>
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
    </AdminCard>
  );
};
