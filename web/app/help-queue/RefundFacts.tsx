// What a request for a refund is about, and the two ways to decide it. Each writes the answer,
// which is sent by itself.
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { formatMoment, formatMoney } from '../../ui/display/formats.ts';
import { Money } from '../../ui/display/Money.tsx';
import { adminStyles as styles, useRight, WithRight } from '../../features/dsb/index.ts';
import { kindText, RefundOfRequest } from '../../features/funds/index.ts';
import type { Ticket } from './queries.ts';

type Refund = NonNullable<Ticket['refund']>;

/** The beginning of a refusal, which ends where its reason begins. */
export const refusalOf = ({ amount }: Pick<Refund, 'amount'>): string =>
  m.dsb_help_refund_refused({ value: formatMoney(amount) });

export const RefundFacts = ({
  refund,
  onDecide,
}: {
  refund: Refund;
  onDecide: (answer: string) => void;
}) => {
  const { id, kind, amount, to, paidAt, returned } = refund;
  const mayLook = useRight('money.read');
  const mayGive = useRight('money.decide');
  const given = m.dsb_help_refund_given({ value: formatMoney(amount) });
  const refusal = (
    <Button small variant="line" onClick={() => onDecide(refusalOf(refund))}>
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
          {returned ? (
            <>
              <Badge variant="leaf">{m.dsb_help_refund_over()}</Badge>
              <Button small variant="line" onClick={() => onDecide(given)}>
                {m.dsb_help_refund_say()}
              </Button>
            </>
          ) : mayGive ? (
            <RefundOfRequest payment={id} refusal={refusal} onRefunded={() => onDecide(given)} />
          ) : (
            refusal
          )}
        </div>
      </WithRight>
    </>
  );
};
