// /dsb/orders: administrators decide disputes of custom orders, the longest waiting first; and those
// that were decided.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import {
  adminMeta,
  AdminPage,
  AdminQueue,
  requireStaff,
  staffClientLoader,
} from '../../dsb/index.ts';
import { DisputeCard } from './DisputeCard.tsx';
import { disputesQuery } from './queries.ts';

export const loader = async () => requireStaff(await requestScope().user(), 'orders.read');
export const clientLoader = staffClientLoader('orders.read');
export const meta = () => adminMeta(m.dsb_orders_title());

export default function DisputedOrdersPage() {
  const [search] = useSearchParams();
  const decided = search.has('decided');
  const list = useInfiniteQuery(disputesQuery(decided));
  const tabs = [
    { key: 'waiting', to: '/dsb/orders', text: m.dsb_tab_requested() },
    { key: 'decided', to: '/dsb/orders?decided', text: m.dsb_reports_decided() },
  ];
  return (
    <AdminPage title={m.dsb_orders_title()} note={m.dsb_recorded()}>
      <Tabs label={m.dsb_orders_title()} tabs={tabs} current={decided ? 'decided' : 'waiting'} />
      <AdminQueue
        query={list}
        empty={{
          title: m.dsb_age_empty_title(),
          text: decided ? m.dsb_orders_empty_decided() : m.dsb_orders_empty(),
        }}
      >
        {(order) => <DisputeCard key={order.id} order={order} />}
      </AdminQueue>
    </AdminPage>
  );
}
