// What the viewer can do with an order now; what needs words or media opens its form in place.
import { useRef, useState } from 'react';
import { ORDER_NOTE_MAX, ORDER_TEXT_MAX } from '@camarim/contract/limits';
import { m } from '../../paraglide/messages.js';
import { newIdempotencyKey } from '../../client/api/api.ts';
import { explainRefusal } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { formatMoney } from '../../ui/display/formats.ts';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { PaymentProblem, usePay } from '../funds/index.ts';
import { DeliverForm } from './DeliverForm.tsx';
import { OfferForm } from './OfferForm.tsx';
import { type Order, type OrderAction, useOrderAct } from './queries.ts';
import styles from './orders.module.css';

type ReasonedAction = Extract<OrderAction, 'decline' | 'dispute'>;

const LABELS: Readonly<Record<OrderAction, () => string>> = {
  offer: m.order_offer,
  decline: m.order_decline,
  withdraw: m.order_withdraw,
  accept: m.order_accept,
  deliver: m.order_deliver,
  approve: m.order_approve,
  dispute: m.order_dispute,
};

const FORMS: readonly OrderAction[] = ['offer', 'decline', 'deliver', 'dispute'];
const MAIN: readonly OrderAction[] = ['offer', 'deliver', 'approve'];

export const OrderActions = ({ order }: { order: Order }) => {
  const { id, actions, price } = order;
  const [form, setForm] = useState<OrderAction | null>(null);
  const act = useOrderAct(id);
  const close = () => setForm(null);
  if (form === 'offer') return <OfferForm order={order} onClose={close} />;
  if (form === 'deliver') return <DeliverForm order={order} onClose={close} />;
  if (form === 'decline' || form === 'dispute')
    return <WordsForm id={id} action={form} onClose={close} />;
  const press = (action: OrderAction) => {
    if (FORMS.includes(action)) setForm(action);
    else if (action === 'withdraw' || action === 'approve') act.mutate({ action });
  };
  return (
    <div className={styles.actions}>
      {actions.includes('accept') && price !== null && <Pay order={order} price={price} />}
      {actions
        .filter((action) => action !== 'accept')
        .toSorted((one, other) => Number(MAIN.includes(other)) - Number(MAIN.includes(one)))
        .map((action) => (
          <Button
            key={action}
            variant={MAIN.includes(action) ? 'main' : 'line'}
            loading={act.isPending && act.variables.action === action}
            onClick={() => press(action)}
          >
            {LABELS[action]()}
          </Button>
        ))}
      {act.error && (
        <p role="alert" className={styles.problem}>
          {explainRefusal(act.error)}
        </p>
      )}
    </div>
  );
};

const Pay = ({ order, price }: { order: Order; price: number }) => {
  const pay = usePay();
  // A second press, or one after a top-up, repeats this payment.
  const idempotencyKey = useRef(newIdempotencyKey());
  const intent = {
    kind: 'order' as const,
    orderId: order.id,
    value: price,
    label: order.profile?.exibitionName ?? '',
  };
  return (
    <>
      <p className={styles.soft}>{m.order_pay_text()}</p>
      <PaymentProblem error={pay.error} />
      <Button
        variant="main"
        loading={pay.isPending}
        onClick={() =>
          pay.mutate(
            { intent, idempotencyKey: idempotencyKey.current },
            { onSuccess: () => showToast(m.order_paid(), 'success') },
          )
        }
      >
        {m.wallet_finish_order({ value: formatMoney(price) })}
      </Button>
    </>
  );
};

type WordsProps = { id: Order['id']; action: ReasonedAction; onClose: () => void };

const WordsForm = ({ id, action, onClose }: WordsProps) => {
  const [words, setWords] = useState('');
  const act = useOrderAct(id);
  const isDispute = action === 'dispute';
  const submit = () =>
    act.mutate(isDispute ? { action, body: { text: words } } : { action, body: { note: words } }, {
      onSuccess: onClose,
    });
  return (
    <div className={styles.form}>
      <TextArea
        autoFocus
        label={isDispute ? m.order_dispute_label() : m.order_decline_label()}
        rows={4}
        maxLength={isDispute ? ORDER_TEXT_MAX : ORDER_NOTE_MAX}
        value={words}
        error={act.error ? explainRefusal(act.error) : undefined}
        onChange={({ currentTarget: { value } }) => setWords(value)}
      />
      <div className={styles.actions}>
        <Button
          variant="main"
          loading={act.isPending}
          disabled={isDispute && words.trim() === ''}
          onClick={submit}
        >
          {LABELS[action]()}
        </Button>
        <Button variant="line" onClick={onClose}>
          {m.cancel()}
        </Button>
      </div>
    </div>
  );
};
