// The conversations by their last message, with a search, and the way to a new one.
import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquarePlus, MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { chatsQuery } from '../queries.ts';
import { Contacts } from './Contacts.tsx';
import { RoomRow } from './RoomRow.tsx';
import styles from './rooms.module.css';

type Props = {
  /** Id or name of the room that is open. */
  current: string | null;
  onOpen: (slug: string) => void;
};

export const RoomList = ({ current, onOpen }: Props) => {
  const [name, setName] = useState('');
  const [unread, setUnread] = useState(false);
  const [adding, setAdding] = useState(false);
  return (
    <div className={styles.pane}>
      <div className={styles.tools}>
        <SearchField label={m.chat_search_rooms()} onSearch={setName} />
        <IconButton
          filled
          label={m.chat_add()}
          icon={<MessageSquarePlus />}
          aria-haspopup="dialog"
          onClick={() => setAdding(true)}
        />
      </div>
      <div className={styles.filters}>
        <Button
          small
          aria-pressed={!unread}
          variant={unread ? 'line' : 'quiet'}
          onClick={() => setUnread(false)}
        >
          {m.chat_all()}
        </Button>
        <Button
          small
          aria-pressed={unread}
          variant={unread ? 'quiet' : 'line'}
          onClick={() => setUnread(true)}
        >
          {m.chat_unread()}
        </Button>
      </div>
      <Rooms
        filter={{ name, unread }}
        current={current}
        onOpen={onOpen}
        onAdd={() => setAdding(true)}
      />
      {adding && (
        <Contacts
          onPick={(slug) => {
            setAdding(false);
            onOpen(slug);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
};

const Rooms = ({
  filter,
  current,
  onOpen,
  onAdd,
}: Props & { filter: { name: string; unread: boolean }; onAdd: () => void }) => {
  const query = useInfiniteQuery(chatsQuery(filter));
  const { data, isError, isFetching, refetch } = query;
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} loading={isFetching} />;
  const rooms = data?.pages.flatMap((page) => page.data) ?? [];
  const filtered = filter.name !== '' || filter.unread;
  if (data && rooms.length === 0)
    return (
      <EmptyState
        icon={<MessagesSquare aria-hidden />}
        title={filtered ? m.chat_none_found() : m.chat_none()}
        action={
          filtered ? undefined : (
            <Button small variant="main" onClick={onAdd}>
              {m.chat_add()}
            </Button>
          )
        }
      >
        {filtered ? m.chat_none_found_text() : m.chat_none_text()}
      </EmptyState>
    );
  return (
    <div className={styles.scroll} aria-busy={isFetching}>
      <ul className={styles.rooms}>
        {rooms.map((chat) => (
          <li key={chat.id}>
            <RoomRow
              chat={chat}
              current={current === chat.id || current === chat.domainName}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
      <LoadMore query={query} text={m.explore_more()} className={styles.more} />
    </div>
  );
};
