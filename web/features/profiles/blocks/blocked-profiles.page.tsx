// /settings/blocked-profiles: the profiles that a person blocked, with unblock.
import { useDeferredValue, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { UserRoundX } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { loadPage } from '../../../client/page-data.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import account from '../../../ui/layout/account.module.css';
import styles from './blocks.module.css';
import { blockedQuery, type BlockedProfile, useUnblock } from './queries.ts';

const load = () => loadPage({ optional: [blockedQuery('')] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.menu_blocked()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function BlockedProfilesPage() {
  const [search, setSearch] = useState('');
  const deferredSearch = useDeferredValue(search.trim());
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(blockedQuery(deferredSearch));
  const profiles = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section className={account.settings}>
      <h1 className={account.cardTitle}>{m.menu_blocked()}</h1>
      <p className={account.intro}>{m.blocked_intro()}</p>
      {(profiles.length > 0 || search !== '') && (
        <div className={styles.search}>
          <TextField
            name="search"
            type="search"
            label={m.blocked_search()}
            labelHidden
            placeholder={m.blocked_search()}
            maxLength={60}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </div>
      )}
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      <ul className={account.rows} aria-busy={isFetching}>
        {profiles.map((profile) => (
          <Row key={profile.id} profile={profile} />
        ))}
      </ul>
      {data && profiles.length === 0 && (
        <EmptyState
          icon={<UserRoundX aria-hidden />}
          title={search === '' ? m.blocked_empty_title() : m.blocked_none_title()}
        >
          {search === '' ? m.blocked_empty_text() : undefined}
        </EmptyState>
      )}
      {hasNextPage && (
        <p className={styles.more}>
          <Button variant="line" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {m.explore_more()}
          </Button>
        </p>
      )}
    </section>
  );
}

const Row = ({
  profile: { id, exibitionName, domainName, profileMediaThumbs, profileImage, blockedAt },
}: {
  profile: BlockedProfile;
}) => {
  const unblock = useUnblock();
  const take = async () => {
    await unblock.mutateAsync(id);
    showToast(m.unblock_done({ name: exibitionName }), 'success');
  };
  return (
    <li className={account.row}>
      <Avatar name={exibitionName} src={profileMediaThumbs?.mdThumb ?? profileImage} />
      <div className={account.rowText}>
        <b>{exibitionName}</b>
        <span>
          @{domainName} · {m.blocked_since({ date: formatDay(blockedAt) })}
        </span>
      </div>
      <Button
        small
        variant="line"
        loading={unblock.isPending}
        aria-label={m.unblock_label({ name: exibitionName })}
        onClick={() => void take()}
      >
        {m.unblock()}
      </Button>
    </li>
  );
};
