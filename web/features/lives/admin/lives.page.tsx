// /dsb/lives: shows that are open. Their frames are reviewed with other content.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import {
  adminMeta,
  AdminPage,
  AdminQueue,
  AdminSection,
  adminStyles,
  requireStaff,
  staffClientLoader,
} from '../../dsb/index.ts';
import { LiveCard } from './LiveCard.tsx';
import { openLivesQuery } from './queries.ts';

export const loader = async () => requireStaff(await requestScope().user(), 'content.read');
export const clientLoader = staffClientLoader('content.read');
export const meta = () => adminMeta(m.dsb_lives_title());

export default function LivesAdminPage() {
  const open = useInfiniteQuery(openLivesQuery());
  return (
    <AdminPage title={m.dsb_lives_title()} note={m.dsb_lives_note()}>
      <Link to="/dsb/reviews" className={adminStyles.back}>
        {m.dsb_lives_review_frames()}
      </Link>
      <AdminSection title={m.dsb_lives_open_title()}>
        <AdminQueue query={open} empty={{ title: m.dsb_lives_empty() }}>
          {(live) => <LiveCard key={live.id} live={live} />}
        </AdminQueue>
      </AdminSection>
    </AdminPage>
  );
}
