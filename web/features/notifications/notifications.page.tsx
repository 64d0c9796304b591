// /notifications: what happened to me, newest first, by day.
import {
  NOTIFICATION_GROUPS,
  type NotificationGroup,
} from '@camarim/contract/features/notifications/kinds';
import { MINUTE_MS } from '@camarim/contract/time';
import { useInfiniteQuery } from '@tanstack/react-query';
import { BellOff, CheckCheck, Settings } from 'lucide-react';
import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { pageExists } from '../../client/navigation.ts';
import { loadPage } from '../../client/page-data.ts';
import { useSession, useTimeZone } from '../../client/session/session.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { LoadMore } from '../../ui/actions/LoadMore.tsx';
import { formatWeekday } from '../../ui/display/days.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Tabs } from '../../ui/display/Tabs.tsx';
import { useNow } from '../../ui/display/use-now.ts';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { ageOf, byDay } from './days.ts';
import { GROUP_TEXTS, groupsFor } from './groups.ts';
import { NotificationRow } from './NotificationRow.tsx';
import { NOTIFICATION_SETTINGS_PATH, NOTIFICATIONS_PATH } from './paths.ts';
import { notificationsQuery, useMarkRead, useUnread } from './queries.ts';
import { groupActs } from './same-acts.ts';
import styles from './notifications.module.css';

const groupIn = (kind: string | null): NotificationGroup | null =>
  NOTIFICATION_GROUPS.find((group) => group === kind) ?? null;

const load = (url: string) =>
  loadPage({
    optional: [
      notificationsQuery({ group: groupIn(new URL(url).searchParams.get('kind')), search: '' }),
    ],
  });

export const loader = async ({ request }: LoaderFunctionArgs) => ({
  queries: (await load(request.url)).queries,
});
export const clientLoader = async ({ request }: { request: Request }) => {
  await load(request.url);
  return null;
};

export const meta = () => [
  { title: `${m.notifications_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function NotificationsPage() {
  const { user } = useSession();
  const [address] = useSearchParams();
  const group = groupIn(address.get('kind'));
  const [search, setSearch] = useState('');
  const unread = useUnread();
  const markRead = useMarkRead();
  return (
    <section className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.title}>{m.notifications_title()}</h1>
        {pageExists(NOTIFICATION_SETTINGS_PATH) && (
          <Link
            to={NOTIFICATION_SETTINGS_PATH}
            viewTransition
            aria-label={m.notification_settings_title()}
            title={m.notification_settings_title()}
            className={styles.settings}
          >
            <Settings aria-hidden />
          </Link>
        )}
      </div>
      <Tabs
        label={m.notifications_kinds()}
        current={group ?? 'all'}
        tabs={[
          { key: 'all', to: NOTIFICATIONS_PATH, text: m.notifications_all() },
          ...groupsFor(user).map((key) => ({
            key,
            to: `${NOTIFICATIONS_PATH}?kind=${key}`,
            text: GROUP_TEXTS[key](),
          })),
        ]}
      />
      <div className={styles.tools}>
        <SearchField label={m.notifications_search()} onSearch={setSearch} />
        {(unread > 0 || markRead.isPending) && (
          <Button
            small
            variant="line"
            loading={markRead.isPending}
            onClick={() => markRead.mutate(null)}
          >
            <CheckCheck aria-hidden />
            {m.notifications_read_all()}
          </Button>
        )}
      </div>
      <Days group={group} search={search} onRead={(ids) => markRead.mutate(ids)} />
    </section>
  );
}

type DaysProps = {
  group: NotificationGroup | null;
  search: string;
  onRead: Parameters<typeof NotificationRow>[0]['onRead'];
};

const Days = ({ group, search, onRead }: DaysProps) => {
  const query = useInfiniteQuery(notificationsQuery({ group, search }));
  const timeZone = useTimeZone();
  const now = useNow(MINUTE_MS);
  const { data, isError, isFetching, refetch } = query;
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} loading={isFetching} />;
  const all = data?.pages.flatMap((page) => page.data) ?? [];
  const filtered = group !== null || search !== '';
  if (data && all.length === 0)
    return (
      <EmptyState
        icon={<BellOff aria-hidden />}
        title={filtered ? m.notifications_none_found() : m.notifications_empty_title()}
      >
        {filtered ? m.notifications_none_found_text() : m.notifications_empty_text()}
      </EmptyState>
    );
  const headings = {
    today: () => m.notifications_today(),
    yesterday: () => m.notifications_yesterday(),
    earlier: formatWeekday,
  };
  return (
    <div aria-busy={isFetching} className={styles.days}>
      {byDay(all, timeZone).map(({ day, items }) => (
        <section key={day}>
          <h2 className={styles.day} suppressHydrationWarning>
            {headings[ageOf(day, now, timeZone)](day)}
          </h2>
          <ul className={styles.list}>
            {groupActs(items).map((acts) => (
              <li key={acts.newest.id}>
                <NotificationRow acts={acts} onRead={onRead} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <LoadMore query={query} text={m.explore_more()} className={styles.more} />
    </div>
  );
};
