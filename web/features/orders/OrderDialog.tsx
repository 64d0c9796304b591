// One order: what was asked for, its state, price and times, and what the viewer can do now.
import { useQuery } from '@tanstack/react-query';
import { openDialog } from '../../client/dialogs.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { DescriptionList } from '../../ui/display/DescriptionList.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { formatMoment, formatMoney } from '../../ui/display/formats.ts';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { OrderActions } from './OrderActions.tsx';
import { type Order, orderQuery } from './queries.ts';
import { STATUS_TEXTS } from './status-texts.ts';
import styles from './orders.module.css';

const OrderDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const order = useQuery(orderQuery(id));
  return (
    <Dialog title={m.order_title()} size="wallet" onClose={onClose}>
      {order.data ? (
        <div className={styles.order}>
          <Facts order={order.data} />
          <OrderActions key={order.data.status} order={order.data} />
        </div>
      ) : order.isError ? (
        <ErrorState onRetry={() => void order.refetch()} loading={order.isFetching} />
      ) : (
        <Spinner />
      )}
    </Dialog>
  );
};

const factsOf = ({ price, maxPrice, days, dueAt, reviewUntil, status }: Order) => [
  ...(price !== null ? [[m.order_price(), formatMoney(price)] as const] : []),
  ...(price === null && maxPrice !== null
    ? [[m.order_max_price(), formatMoney(maxPrice)] as const]
    : []),
  ...(days !== null && dueAt === null
    ? [[m.order_days(), m.order_days_count({ count: days })] as const]
    : []),
  ...(dueAt !== null && status === 'accepted'
    ? [[m.order_due(), formatMoment(dueAt)] as const]
    : []),
  ...(reviewUntil !== null && status === 'delivered'
    ? [[m.order_review_until(), formatMoment(reviewUntil)] as const]
    : []),
];

const Facts = ({ order }: { order: Order }) => {
  const { profile, role, status, text, note, dispute, reason } = order;
  const who = profile?.exibitionName ?? m.order_person_gone();
  return (
    <>
      <p className={styles.soft}>
        {role === 'fan' ? m.order_to({ name: who }) : m.order_from({ name: who })}
        <Badge variant="plain" className={styles.state ?? ''}>
          {STATUS_TEXTS[status]()}
        </Badge>
      </p>
      <p className={styles.text}>{text}</p>
      <DescriptionList className={styles.facts} items={factsOf(order)} />
      {note && <Words title={m.order_note()} text={note} />}
      {dispute && <Words title={m.order_dispute_text()} text={dispute} />}
      {reason && <Words title={m.order_reason()} text={reason} />}
      <Button
        variant="line"
        small
        onClick={() => openDialog('report', { targetKind: 'order', targetId: order.id })}
      >
        {m.report_order_action()}
      </Button>
      {reason && status === (role === 'fan' ? 'settled' : 'refunded') && (
        <ButtonLink variant="line" small to={`/help?appeal=${order.id}`}>
          {m.help_appeal()}
        </ButtonLink>
      )}
    </>
  );
};

const Words = ({ title, text }: { title: string; text: string }) => (
  <section className={styles.words}>
    <h3>{title}</h3>
    <p className={styles.text}>{text}</p>
  </section>
);

export default OrderDialog;
