// /dsb/users: administrators find people by name, domain name or email address.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import {
  AdminCard,
  adminMeta,
  AdminPage,
  AdminQueue,
  adminStyles as styles,
  requireStaff,
  staffClientLoader,
} from '../../dsb/index.ts';
import { type PeopleFilter, peopleQuery, type Person } from './queries.ts';
import { STATES } from './states.ts';

export const loader = async () => requireStaff(await requestScope().user(), 'users.read');
export const clientLoader = staffClientLoader('users.read');
export const meta = () => adminMeta(m.dsb_users_title());

/** What the list can be narrowed to; the key is the value of the field. */
const NARROWED: Record<string, { text: () => string; filter: PeopleFilter }> = {
  all: { text: m.dsb_users_all, filter: {} },
  blocked: { text: m.dsb_users_blocked_only, filter: { blocked: 'true' } },
  creators: { text: m.dsb_users_creators, filter: { producerState: 'approved' } },
  suspended: { text: m.dsb_users_suspended, filter: { producerState: 'suspended' } },
  admins: { text: m.dsb_users_admins, filter: { role: 'admin' } },
};

const PersonCard = ({ person }: { person: Person }) => (
  <AdminCard>
    <p>
      <Link to={`/dsb/users/${person.id}`}>
        <b>{person.profile.exibitionName}</b>
      </Link>{' '}
      <span className={styles.soft}>@{person.profile.domainName}</span>{' '}
      {person.block && <Badge variant="plain">{m.dsb_users_blocked()}</Badge>}
    </p>
    <p className={styles.message}>{person.email}</p>
    <p className={styles.soft}>
      {person.role === 'admin' ? m.dsb_users_admin() : STATES[person.producerState]()} ·{' '}
      {m.dsb_users_since()}:{' '}
      <time dateTime={person.createdAt}>{formatMoment(person.createdAt)}</time>
    </p>
  </AdminCard>
);

export default function UsersPage() {
  // The queue of verifications leads here by a name.
  const [address] = useSearchParams();
  const [search, setSearch] = useState(address.get('search') ?? '');
  const [narrowed, setNarrowed] = useState('all');
  const [sort, setSort] = useState<'newest' | 'lastSeen'>('newest');
  const list = useInfiniteQuery(
    peopleQuery({ ...NARROWED[narrowed]?.filter, ...(search && { search }), sort }),
  );
  return (
    <AdminPage title={m.dsb_users_title()}>
      <SearchField label={m.dsb_users_search()} value={search} onSearch={setSearch} />
      <div className={styles.filters}>
        <Select
          label={m.dsb_users_show()}
          value={narrowed}
          onChange={({ currentTarget: { value } }) => setNarrowed(value)}
          options={Object.entries(NARROWED).map(([value, { text }]) => ({ value, text: text() }))}
        />
        <Select
          label={m.dsb_users_sort()}
          value={sort}
          onChange={({ currentTarget: { value } }) =>
            setSort(value === 'lastSeen' ? 'lastSeen' : 'newest')
          }
          options={[
            { value: 'newest', text: m.dsb_users_newest() },
            { value: 'lastSeen', text: m.dsb_users_last_seen() },
          ]}
        />
      </div>
      <AdminQueue query={list} empty={{ title: m.dsb_users_empty() }}>
        {(person) => <PersonCard key={person.id} person={person} />}
      </AdminQueue>
    </AdminPage>
  );
}
