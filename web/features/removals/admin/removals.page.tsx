// /dsb/removals: removal requests that wait, the soonest due first, and decided ones.
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
import { RemovalCard } from './RemovalCard.tsx';
import { removalsQuery } from './queries.ts';

export const loader = async () => requireStaff(await requestScope().user(), 'content.read');
export const clientLoader = staffClientLoader('content.read');
export const meta = () => adminMeta(m.dsb_removals_title());

export default function RemovalsPage() {
  const [search] = useSearchParams();
  const decided = search.has('decided');
  const list = useInfiniteQuery(removalsQuery(decided));
  const tabs = [
    { key: 'waiting', to: '/dsb/removals', text: m.dsb_tab_requested() },
    { key: 'decided', to: '/dsb/removals?decided', text: m.dsb_removals_decided() },
  ];
  return (
    <AdminPage title={m.dsb_removals_title()} note={m.dsb_recorded()}>
      <Tabs label={m.dsb_removals_title()} tabs={tabs} current={decided ? 'decided' : 'waiting'} />
      <AdminQueue
        query={list}
        empty={{ title: m.dsb_removals_empty_title(), text: m.dsb_removals_empty_text() }}
      >
        {(request) => <RemovalCard key={request.id} request={request} />}
      </AdminQueue>
    </AdminPage>
  );
}
