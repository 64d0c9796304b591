// /orders: the custom orders that the person asked for, and those they were asked for.
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { loadPage } from '../../client/page-data.ts';
import { useSession } from '../../client/session/session.ts';
import { LoadMore } from '../../ui/actions/LoadMore.tsx';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { formatMoney } from '../../ui/display/formats.ts';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { TimeAgo } from '../../ui/display/TimeAgo.tsx';
import { LateOverlay } from '../../ui/overlays/LateOverlay.tsx';
import { OrderDialog } from './parts.ts';
import { type Order, ordersQuery } from './queries.ts';
import { STATUS_TEXTS } from './status-texts.ts';
import styles from './orders.module.css';

const load = () => loadPage({ optional: [ordersQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.orders_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

const Row = ({ order, onOpen }: { order: Order; onOpen: () => void }) => {
  const { profile, role, text, price, status, updatedAt, actions } = order;
  const name = profile?.exibitionName ?? m.order_person_gone();
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        <h2 className={styles.name}>
          {role === 'fan' ? m.order_to({ name }) : m.order_from({ name })}
        </h2>
        <p className={styles.wish}>{text}</p>
        <p className={styles.soft}>
          <Badge variant={actions.length > 0 ? 'leaf' : 'plain'}>{STATUS_TEXTS[status]()}</Badge>{' '}
          {price !== null && `${formatMoney(price)} · `}
          <TimeAgo at={updatedAt} />
        </p>
      </div>
      <Button small variant={actions.length > 0 ? 'main' : 'line'} onClick={onOpen}>
        {m.order_open()}
      </Button>
    </li>
  );
};

export default function OrdersPage() {
  const list = useInfiniteQuery(ordersQuery());
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  // A link to one order names it in the address.
  const [open, setOpen] = useState(search.get('id'));
  const close = () => {
    setOpen(null);
    if (search.has('id')) setSearch({}, { replace: true, preventScrollReset: true });
  };
  const orders = list.data?.pages.flat();
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.orders_title()}</h1>
      <p className={styles.soft}>{m.orders_text()}</p>
      {list.isPending && <Spinner />}
      {list.isError && <ErrorState onRetry={() => void list.refetch()} loading={list.isFetching} />}
      {orders?.length === 0 && (
        <EmptyState
          icon={<ScrollText aria-hidden />}
          title={m.orders_empty()}
          action={
            <ButtonLink to="/chats" viewTransition>
              {m.orders_to_chats()}
            </ButtonLink>
          }
        >
          {user?.profile.producer ? m.orders_empty_producer() : m.orders_empty_text()}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {orders?.map((order) => (
          <Row key={order.id} order={order} onOpen={() => setOpen(order.id)} />
        ))}
      </ul>
      <LoadMore query={list} text={m.orders_more()} small />
      {open && (
        <LateOverlay>
          <OrderDialog id={open} onClose={close} />
        </LateOverlay>
      )}
    </section>
  );
}
