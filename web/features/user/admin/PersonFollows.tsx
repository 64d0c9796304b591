// Whom a person follows, and who follows them: two lists in pages. `follows` of the address chooses
// the list.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { formatCount, formatMoment } from '../../../ui/display/formats.ts';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { type AdminColumn, AdminTable, FoldedSection, PersonLink } from '../../dsb/index.ts';
import { type Follow, type PersonDetail, type PersonId, personFollowsQuery } from './queries.ts';

const COLUMNS: readonly AdminColumn<Follow>[] = [
  { head: m.dsb_person, cell: (profile) => <PersonLink profile={profile} /> },
  {
    head: m.dsb_users_follows_since,
    cell: ({ followedAt }) => <time dateTime={followedAt}>{formatMoment(followedAt)}</time>,
  },
];

const Follows = ({
  query,
  label,
}: {
  query: ReturnType<typeof personFollowsQuery>;
  label: string;
}) => (
  <AdminTable
    query={useInfiniteQuery(query)}
    empty={{ title: m.dsb_users_follows_none() }}
    label={label}
    keyOf={({ id }) => id}
    columns={COLUMNS}
  />
);

export const PersonFollows = ({
  userId,
  counts,
}: { userId: PersonId } & Pick<PersonDetail, 'counts'>) => {
  const [address] = useSearchParams();
  const side = address.get('follows') === 'followers' ? 'followers' : 'follows';
  const [search, setSearch] = useState('');
  const tabs = [
    { key: 'follows', text: m.dsb_users_follows(), count: counts.following },
    { key: 'followers', text: m.dsb_users_followers(), count: counts.followers },
  ];
  return (
    <FoldedSection title={m.dsb_users_follows_title()} open={address.has('follows')}>
      <Tabs
        label={m.dsb_users_follows_title()}
        tabs={tabs.map(({ count, ...tab }) => ({
          ...tab,
          to: `?follows=${tab.key}`,
          count: formatCount(count),
        }))}
        current={side}
      />
      <SearchField label={m.dsb_users_follows_search()} onSearch={setSearch} />
      <Follows
        query={personFollowsQuery(userId, side, search)}
        label={tabs.find(({ key }) => key === side)?.text ?? ''}
      />
    </FoldedSection>
  );
};
