// What a request for a refund is about, and the two ways to decide it. Each writes the answer,
// which is sent by itself.
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { formatMoment, formatMoney } from '../../ui/display/formats.ts';
import { Money } from '../../ui/display/Money.tsx';
import { adminStyles as styles, useRight, WithRight } from '../../features/dsb/index.ts';
import { kindText, RefundOfRequest } from '../../features/funds/index.ts';
import type { Ticket } from './queries.ts';

export const RefundFacts = ({
  refund: { id, kind, amount, to, paidAt },
  onDecide,
}: {
  refund: NonNullable<Ticket['refund']>;
  /** `unfinished`: the answer ends where the reason begins. */
  onDecide: (answer: string, unfinished: boolean) => void;
}) => {
  const mayLook = useRight('money.read');
  const mayGive = useRight('money.decide');
  const value = formatMoney(amount);
  const refusal = (
    <Button
      small
      variant="line"
      onClick={() => onDecide(m.dsb_help_refund_refused({ value }), true)}
    >
      {m.dsb_help_refund_refuse()}
    </Button>
  );
  return (
    <>
      <p>
        <strong>
          {kindText(kind)} · <Money value={amount} />
        </strong>{' '}
        {to && m.dsb_help_refund_paid({ name: to.exibitionName, when: formatMoment(paidAt) })}{' '}
        {mayLook && (
          <Link to={`/dsb/transactions?search=${id}`} className={styles.back}>
            {m.dsb_help_refund_see()}
          </Link>
        )}
      </p>
      <WithRight right="help.decide">
        <div className={styles.buttons}>
          {mayGive ? (
            <RefundOfRequest
              payment={id}
              refusal={refusal}
              onRefunded={() => onDecide(m.dsb_help_refund_given({ value }), false)}
            />
          ) : (
            refusal
          )}
        </div>
      </WithRight>
    </>
  );
};
