// /dsb/producer/{token?}: administrators decide on requests to become a producer; the token of an
// email opens one request.
import { useParams, useSearchParams } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { requestScope } from '../../../client/request-scope.server.ts';
import { adminClientLoader, adminMeta, AdminPage, requireAdmin } from '../../dsb/index.ts';
import { ProducerQueue } from './ProducerQueue.tsx';
import { ProducerReview } from './ProducerReview.tsx';
import type { QueueStage } from './queries.ts';

export const loader = async () => requireAdmin((await requestScope().user())?.admin);
export const clientLoader = adminClientLoader;

export const meta = () => adminMeta(m.dsb_producers_title());

const STAGES: readonly QueueStage[] = ['requested', 'approved', 'rejected'];

export default function ProducerPage() {
  const { token } = useParams();
  const [search] = useSearchParams();
  const id = search.get('id');
  const stage = STAGES.find((known) => known === search.get('stage')) ?? 'requested';
  const named = token ? { approveToken: token } : id ? { producerId: id } : null;
  return (
    <AdminPage title={m.dsb_producers_title()}>
      {named ? <ProducerReview key={token ?? id} named={named} /> : <ProducerQueue stage={stage} />}
    </AdminPage>
  );
}
