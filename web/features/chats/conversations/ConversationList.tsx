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
import { useSession } from '../../../client/session/session.ts';
import { chatsQuery, type ShownChats } from '../queries.ts';
import { Contacts } from './Contacts.tsx';
import { ConversationRow } from './ConversationRow.tsx';
import styles from './conversations.module.css';

type Props = {
  /** Id or name of the conversation that is open. */
  current: string | null;
  onOpen: (slug: string) => void;
};

/** First contacts are of producers only. */
const FILTERS: readonly [ShownChats, () => string][] = [
  ['all', m.chat_all],
  ['unread', m.chat_unread],
  ['requests', m.chat_requests],
];

export const ConversationList = ({ current, onOpen }: Props) => {
  const [name, setName] = useState('');
  const [shown, setShown] = useState<ShownChats>('all');
  const { user } = useSession();
  const [adding, setAdding] = useState(false);
  return (
    <div className={styles.pane}>
      <div className={styles.tools}>
        <SearchField label={m.chat_search_conversations()} onSearch={setName} />
        <IconButton
          filled
          label={m.chat_add()}
          icon={<MessageSquarePlus />}
          aria-haspopup="dialog"
          onClick={() => setAdding(true)}
        />
      </div>
      <div className={styles.filters}>
        {FILTERS.filter(([key]) => key !== 'requests' || user?.profile.producer).map(
          ([key, text]) => (
            <Button
              key={key}
              small
              aria-pressed={shown === key}
              variant={shown === key ? 'quiet' : 'line'}
              onClick={() => setShown(key)}
            >
              {text()}
            </Button>
          ),
        )}
      </div>
      <Conversations
        filter={{ name, shown }}
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

const Conversations = ({
  filter,
  current,
  onOpen,
  onAdd,
}: Props & { filter: { name: string; shown: ShownChats }; onAdd: () => void }) => {
  const query = useInfiniteQuery(chatsQuery(filter));
  const { data, isError, isFetching, refetch } = query;
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} loading={isFetching} />;
  const conversations = data?.pages.flatMap((page) => page.data) ?? [];
  const filtered = filter.name !== '' || filter.shown !== 'all';
  if (data && conversations.length === 0)
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
      <ul className={styles.conversations}>
        {conversations.map((chat) => (
          <li key={chat.id}>
            <ConversationRow
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
