// /dsb/orders: administrators decide disputes of custom orders, the longest waiting first; and
// those that were decided.
import { useInfiniteQuery } from '@tanstack/react-query';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import {
  adminMeta,
  DecidedQueue,
  requireStaff,
  staffClientLoader,
  useDecided,
} from '../../dsb/index.ts';
import { DisputeCard } from './DisputeCard.tsx';
import { disputesQuery } from './queries.ts';

export const loader = async () => requireStaff(await requestScope().user(), 'orders.read');
export const clientLoader = staffClientLoader('orders.read');
export const meta = () => adminMeta(m.dsb_orders_title());

export default function DisputedOrdersPage() {
  const decided = useDecided();
  const list = useInfiniteQuery(disputesQuery(decided));
  return (
    <DecidedQueue
      path="/dsb/orders"
      title={m.dsb_orders_title()}
      query={list}
      empty={{
        title: m.dsb_empty_title(),
        text: decided ? m.dsb_orders_empty_decided() : m.dsb_orders_empty(),
      }}
    >
      {(order) => <DisputeCard key={order.id} order={order} />}
    </DecidedQueue>
  );
}
