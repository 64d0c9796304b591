// A message of a conversation that tells of a step of an order: the step, and the way to the order.
import type { OrderStatus } from '@camarim/contract/features/orders/statuses';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { LateOverlay } from '../../ui/overlays/LateOverlay.tsx';
import { OrderDialog } from './parts.ts';
import { STATUS_TEXTS } from './status-texts.ts';
import styles from './orders.module.css';

export const OrderStep = ({
  order: { id, step },
}: {
  order: { id: string; step: OrderStatus };
}) => {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.step}>
      <p className={styles.stepText}>
        <ScrollText aria-hidden />
        {STATUS_TEXTS[step]()}
      </p>
      <Button variant="line" small onClick={() => setOpen(true)}>
        {m.order_open()}
      </Button>
      {open && (
        <LateOverlay>
          <OrderDialog id={id} onClose={() => setOpen(false)} />
        </LateOverlay>
      )}
    </div>
  );
};
