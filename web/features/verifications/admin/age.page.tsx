// /dsb/age: administrators review the documents of age verifications.
import { useQuery } from '@tanstack/react-query';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import {
  AdminCard,
  adminClientLoader,
  adminMeta,
  AdminPage,
  AdminQueue,
  Decision,
  Documents,
  ProfileLink,
  requireAdmin,
  useViewedDocuments,
} from '../../dsb/index.ts';
import { type AgeReview, agesQuery, useDecideAge } from './queries.ts';

export const loader = async () => requireAdmin((await requestScope().user())?.admin);
export const clientLoader = adminClientLoader;
export const meta = () => adminMeta(m.dsb_ages_title());

const AgeRequest = ({ request: { id, profile, documents } }: { request: AgeReview }) => {
  const { mutate, isPending } = useDecideAge();
  const { onViewed, unseen } = useViewedDocuments(documents);
  return (
    <AdminCard title={<ProfileLink profile={profile} />}>
      <Documents documents={documents} onViewed={onViewed} />
      <Decision
        choices={[
          { key: 'verify', text: m.dsb_age_verify(), main: true, needsReason: false },
          { key: 'refuse', text: m.dsb_age_refuse(), main: false, needsReason: true },
        ]}
        loading={isPending}
        unseen={unseen}
        onDecide={(key, reason) => mutate({ id, verified: key === 'verify', reason })}
      />
    </AdminCard>
  );
};

export default function AgesPage() {
  const list = useQuery(agesQuery());
  return (
    <AdminPage title={m.dsb_ages_title()} note={m.dsb_recorded()}>
      <AdminQueue
        query={list}
        empty={{ title: m.dsb_age_empty_title(), text: m.dsb_age_empty_text() }}
      >
        {(request) => <AgeRequest key={request.id} request={request} />}
      </AdminQueue>
    </AdminPage>
  );
}
