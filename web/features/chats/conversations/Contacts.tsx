// People to write to: searched by name, and by where they come from.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { contactsQuery, type Origin } from '../queries.ts';
import styles from './conversations.module.css';

const ORIGINS: readonly [Origin, () => string][] = [
  ['all', m.chat_origin_everyone],
  ['following', m.chat_origin_following],
  ['followers', m.chat_origin_followers],
  ['members', m.chat_origin_members],
];

type Props = { onPick: (slug: string) => void; onClose: () => void };

export const Contacts = ({ onPick, onClose }: Props) => {
  const { user } = useSession();
  const [name, setName] = useState('');
  const [origin, setOrigin] = useState<Origin>('all');
  const query = useInfiniteQuery(contactsQuery({ name, origin }));
  const { data, isError, isFetching, refetch } = query;
  const people = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Dialog title={m.chat_add()} onClose={onClose}>
      <div className={styles.contacts}>
        <SearchField label={m.chat_search_contacts()} onSearch={setName} />
        {user?.profile.producer && (
          <div className={styles.filters}>
            {ORIGINS.map(([key, text]) => (
              <Button
                key={key}
                small
                variant={origin === key ? 'quiet' : 'line'}
                aria-pressed={origin === key}
                onClick={() => setOrigin(key)}
              >
                {text()}
              </Button>
            ))}
          </div>
        )}
        {isError && !data && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
        {data && people.length === 0 && (
          <EmptyState icon={<Users aria-hidden />} title={m.chat_none_found()}>
            {name ? m.chat_none_found_text() : m.chat_contacts_none()}
          </EmptyState>
        )}
        <ul className={styles.conversations} aria-busy={isFetching}>
          {people.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                className={styles.conversation}
                onClick={() => onPick(person.domainName)}
              >
                <Avatar
                  name={person.exibitionName}
                  src={person.profileMediaThumbs?.mdThumb ?? person.profileImage}
                  size="medium"
                  online={person.online}
                />
                <span className={styles.texts}>
                  <b className={styles.name}>{person.exibitionName}</b>
                  <span className={styles.last}>@{person.domainName}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <LoadMore query={query} text={m.explore_more()} className={styles.more} />
      </div>
    </Dialog>
  );
};
