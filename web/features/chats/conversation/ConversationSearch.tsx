// Finds messages of a conversation by their words; a press shows one among its neighbours.
import { useInfiniteQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { TimeAgo } from '../../../ui/display/TimeAgo.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import type { Message } from '../messages.ts';
import { searchQuery } from '../queries.ts';
import { useEscape } from './use-escape.ts';
import styles from './conversation.module.css';

type Props = {
  slug: string;
  name: string;
  onJump: (id: Message['id']) => void;
  onClose: () => void;
};

export const ConversationSearch = ({ slug, name, onJump, onClose }: Props) => {
  const panel = useEscape<HTMLDivElement>(onClose);
  const [text, setText] = useState('');
  const query = useInfiniteQuery({ ...searchQuery(slug, text), enabled: text !== '' });
  const found = query.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div ref={panel} className={styles.search}>
      <div className={styles.searchLine}>
        <SearchField label={m.chat_search()} onSearch={setText} />
        <IconButton label={m.close()} icon={<X />} onClick={onClose} />
      </div>
      {text !== '' && (
        <div className={styles.found} aria-busy={query.isFetching} aria-live="polite">
          {query.data && found.length === 0 && <p>{m.chat_none_found()}</p>}
          {found.map((message) => (
            <button
              key={message.id}
              type="button"
              className={styles.foundOne}
              onClick={() => onJump(message.id)}
            >
              <b>{message.mine ? m.chat_you() : name}</b>
              <span className={styles.when}>
                <TimeAgo at={message.createdAt} />
              </span>
              <span className={styles.foundText}>{message.content}</span>
            </button>
          ))}
          <LoadMore query={query} text={m.explore_more()} />
        </div>
      )}
    </div>
  );
};
