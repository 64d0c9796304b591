// /dsb/removals: removal requests that wait, the soonest due first, and decided ones.
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
import { RemovalCard } from './RemovalCard.tsx';
import { removalsQuery } from './queries.ts';

export const loader = async () => requireStaff(await requestScope().user(), 'content.read');
export const clientLoader = staffClientLoader('content.read');
export const meta = () => adminMeta(m.dsb_removals_title());

export default function RemovalsPage() {
  const decided = useDecided();
  const list = useInfiniteQuery(removalsQuery(decided));
  return (
    <DecidedQueue
      path="/dsb/removals"
      title={m.dsb_removals_title()}
      decidedText={m.dsb_removals_decided()}
      query={list}
      empty={{ title: m.dsb_removals_empty_title(), text: m.dsb_removals_empty_text() }}
    >
      {(request) => <RemovalCard key={request.id} request={request} />}
    </DecidedQueue>
  );
}
