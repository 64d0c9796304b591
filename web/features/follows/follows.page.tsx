// /settings/follows: the profiles that a person follows and, for producers, their followers.
import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquare, NotebookPen, Users } from 'lucide-react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { openDialog } from '../../client/dialogs.ts';
import { loadPage } from '../../client/page-data.ts';
import { useSession } from '../../client/session/session.ts';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { IconButton, IconLink } from '../../ui/actions/IconButton.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Tabs } from '../../ui/display/Tabs.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { chatPath } from '../chats/index.ts';
import { PersonRow } from '../profiles/index.ts';
import styles from './follows.module.css';
import {
  type FollowListItem,
  followsQuery,
  type FollowDirection,
  useFollowInList,
} from './queries.ts';

const directionOf = (tab: string | null): FollowDirection =>
  tab === 'followers' ? 'followers' : 'followings';
const load = ({ request }: { request: Request }) =>
  loadPage({
    optional: [followsQuery(directionOf(new URL(request.url).searchParams.get('tab')), '')],
  });

export const loader = async (args: LoaderFunctionArgs) => ({ queries: (await load(args)).queries });
export const clientLoader = async (args: { request: Request }) => {
  await load(args);
  return null;
};

export const meta = () => [
  { title: `${m.follows_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function FollowsPage() {
  const { user } = useSession();
  const [params] = useSearchParams();
  const side = directionOf(params.get('tab'));
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.follows_title()}</h1>
      {user?.profile.producer && (
        <Tabs
          label={m.follows_title()}
          current={side}
          tabs={[
            { key: 'followings', to: '/settings/follows', text: m.follows_followings() },
            {
              key: 'followers',
              to: '/settings/follows?tab=followers',
              text: m.follows_followers(),
            },
          ]}
        />
      )}
      <People key={side} side={side} producer={user?.profile.producer ?? false} />
    </section>
  );
}

const People = ({ side, producer }: { side: FollowDirection; producer: boolean }) => {
  const [search, setSearch] = useState('');
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(followsQuery(side, search));
  const people = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <SearchField label={m.follows_search()} onSearch={setSearch} />
      {isError && !data && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      <ul className={styles.list} aria-busy={isFetching}>
        {people.map((person) => (
          <li key={person.id}>
            <PersonRow
              person={person}
              actions={<Actions person={person} canNote={producer || person.producer} />}
            />
          </li>
        ))}
      </ul>
      {data && people.length === 0 && <EmptyFollows side={side} search={search} />}
      {hasNextPage && (
        <Button variant="line" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.explore_more()}
        </Button>
      )}
    </>
  );
};

const EmptyFollows = ({ side, search }: { side: FollowDirection; search: string }) => {
  if (search) return <EmptyState icon={<Users aria-hidden />} title={m.explore_none_title()} />;
  if (side === 'followers')
    return <EmptyState icon={<Users aria-hidden />} title={m.follows_no_followers()} />;
  return (
    <EmptyState
      icon={<Users aria-hidden />}
      title={m.follows_no_followings()}
      action={
        <ButtonLink variant="line" small to="/?explore=">
          {m.explore_title()}
        </ButtonLink>
      }
    />
  );
};

const Actions = ({ person, canNote: mayNote }: { person: FollowListItem; canNote: boolean }) => {
  const toggle = useFollowInList(person);
  const { id, domainName, exibitionName: name, follower, producer } = person;
  return (
    <>
      <IconLink
        to={chatPath(domainName)}
        label={m.chat_write_to({ name })}
        icon={<MessageSquare aria-hidden />}
      />
      {mayNote && (
        <IconButton
          label={m.note_open_label({ name })}
          icon={<NotebookPen />}
          onClick={() => openDialog('note', { profileId: id, name })}
        />
      )}
      {producer && (
        <Button
          small
          variant={follower ? 'line' : 'main'}
          aria-pressed={follower}
          aria-label={
            follower ? m.profile_unfollow_label({ name }) : m.follows_follow_label({ name })
          }
          onClick={toggle}
        >
          {follower ? m.profile_unfollow() : m.profile_follow()}
        </Button>
      )}
    </>
  );
};
