// In a request for a refund: gives the payment back where the request is read, or refuses to.
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { transactionsQuery } from './transactions.ts';

/** For those who may read movements; a payment that was given back is not refused any more. */
export const RefundOfRequest = ({
  payment,
  refusal,
  onRefunded,
}: {
  /** The payment's id. */
  payment: string;
  refusal: ReactNode;
  onRefunded: () => void;
}) => {
  const [asking, setAsking] = useState(false);
  const { data } = useInfiniteQuery(transactionsQuery(payment));
  const line = data?.find(({ id }) => id === payment);
  if (!line) return null;
  if (line.reversedBy) return <Badge variant="leaf">{m.dsb_help_refund_over()}</Badge>;
  if (!line.can.includes('reverse')) return refusal;
  const name = m.dsb_help_refund_give({ value: formatMoney(line.amount) });
  return (
    <>
      <Button small variant="line" onClick={() => setAsking(true)}>
        {name}
      </Button>
      {refusal}
      {asking && (
        <CorrectionDialog
          correction={{ line, action: 'reverse' }}
          name={name}
          onDone={onRefunded}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
};
