// One conversation: who it is with, the messages, and the composer.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageCircleOff, MessagesSquare } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { type Message, type Messages, NO_MESSAGES } from '../messages.ts';
import {
  messagesQuery,
  type ConversationView,
  conversationQuery,
  useJump,
  useLoadNewer,
  useLoadOlder,
} from '../queries.ts';
import { Composer } from '../compose/Composer.tsx';
import { FirstContact } from './FirstContact.tsx';
import { MessageItem, OutgoingItem } from './MessageItem.tsx';
import { MessageList } from './MessageList.tsx';
import { discard, sendAgain, stillOutgoing, useOutbox } from './outbox.ts';
import { Pinned } from './Pinned.tsx';
import { Refused } from '../compose/Refused.tsx';
import { useReplyOrEdit } from './reply-or-edit.ts';
import { ConversationHeader } from './ConversationHeader.tsx';
import { ConversationSearch } from './ConversationSearch.tsx';
import { useReadMark } from './use-read-mark.ts';
import styles from './conversation.module.css';

type Props = {
  slug: string;
  /** Back to the list, where the two don't stand side by side. */
  onBack: (() => void) | undefined;
};

export const Conversation = ({ slug, onBack }: Props) => {
  // Both at once: the messages don't wait for the conversation.
  const { data: conversation, error, isFetching, refetch } = useQuery(conversationQuery(slug));
  const messages = useQuery(messagesQuery(slug));
  if (error && !conversation)
    return error instanceof ApiError && error.status === 404 ? (
      <EmptyState
        icon={<MessageCircleOff aria-hidden />}
        title={m.chat_not_found()}
        action={
          onBack && (
            <Button small onClick={onBack}>
              {m.chat_back()}
            </Button>
          )
        }
      >
        {m.chat_not_found_text()}
      </EmptyState>
    ) : (
      <ErrorState onRetry={() => void refetch()} loading={isFetching} />
    );
  if (!conversation)
    return (
      <div role="status" className={styles.loading}>
        <Spinner className={styles.spinner} />
        <span className="visually-hidden">{m.loading()}</span>
      </div>
    );
  return messages.isError && !messages.data ? (
    <ErrorState onRetry={() => void messages.refetch()} loading={messages.isFetching} />
  ) : (
    <LoadedConversation
      slug={slug}
      conversation={conversation}
      cached={messages.data}
      onBack={onBack}
    />
  );
};

/** As long as the animation of the mark. */
const FOUND_MS = 2_000;

/** Shows one message among its neighbours, and marks it for a moment. */
const useShow = (slug: string, loaded: readonly { id: Message['id'] }[]) => {
  const jump = useJump(slug);
  const frame = useRef<HTMLElement>(null);
  const [wanted, setWanted] = useState<Message['id'] | null>(null);
  useEffect(() => {
    if (wanted === null || !loaded.some(({ id }) => id === wanted)) return;
    const entry = frame.current?.querySelector(`[data-message="${wanted}"]`);
    entry?.scrollIntoView({ block: 'center' });
    entry?.toggleAttribute('data-found', true);
    setTimeout(() => entry?.toggleAttribute('data-found', false), FOUND_MS);
    setWanted(null);
  }, [wanted, loaded]);
  return {
    frame,
    toNewest: () => jump.mutate(null),
    show: (id: Message['id']) => {
      setWanted(id);
      if (!loaded.some((message) => message.id === id)) jump.mutate(id);
    },
  };
};

/**
 * The first message that was unread when the conversation was opened; none when all of it is new.
 */
const useNewFrom = (messages: Messages['messages'], readSeq: number): number | undefined => {
  const [opened] = useState(readSeq);
  if (opened === 0) return undefined;
  return messages.find(({ seq, mine }) => seq > opened && !mine)?.seq;
};

type LoadedProps = {
  slug: string;
  conversation: ConversationView;
  /** Undefined while they load. */
  cached: Messages | undefined;
  onBack: (() => void) | undefined;
};

const LoadedConversation = ({ slug, conversation, cached, onBack }: LoadedProps) => {
  const client = useQueryClient();
  const { messages, newest } = cached ?? NO_MESSAGES;
  const outgoing = stillOutgoing(messages, useOutbox(slug));
  const acts = useReplyOrEdit();
  const [atEnd, setAtEnd] = useState(true);
  const [searching, setSearching] = useState(false);
  const older = useLoadOlder(slug);
  const newer = useLoadNewer(slug);
  const { frame, show, toNewest } = useShow(slug, messages);
  const { exibitionName: name } = conversation.profile;
  const first = messages[0]?.seq ?? 1;
  const last = messages.at(-1)?.seq ?? 0;
  const newFrom = useNewFrom(messages, conversation.readSeq);
  useReadMark(slug, conversation, { seq: last, atEnd: atEnd && newest });
  return (
    <section ref={frame} className={styles.conversation} aria-label={m.chat_with({ name })}>
      <ConversationHeader
        slug={slug}
        conversation={conversation}
        onSearch={() => setSearching(true)}
        onBack={onBack}
      />
      {searching && (
        <ConversationSearch
          slug={slug}
          name={name}
          onJump={show}
          onClose={() => setSearching(false)}
        />
      )}
      <Pinned pinned={conversation.pinned} onJump={show} />
      <MessageList
        messages={messages}
        outgoing={outgoing}
        hasOlder={first > 1}
        loadingOlder={older.isPending}
        onOlder={() => {
          if (!older.isPending) older.mutate(first);
        }}
        onNewest={newest ? undefined : toNewest}
        onNewer={() => {
          if (!newer.isPending) newer.mutate(last);
        }}
        newFrom={newFrom}
        atEnd={atEnd}
        onAtEnd={setAtEnd}
        render={(entry) =>
          'message' in entry ? (
            <MessageItem
              message={entry.message}
              conversation={conversation}
              acts={acts}
              onJump={show}
            />
          ) : (
            <OutgoingItem
              outgoing={entry.outgoing}
              onRetry={() => sendAgain(client, entry.outgoing)}
              onDiscard={() => discard(slug, entry.outgoing.key)}
            />
          )
        }
      >
        {cached && messages.length + outgoing.length === 0 && (
          <EmptyState icon={<MessagesSquare aria-hidden />} title={m.chat_empty_conversation()}>
            {m.chat_empty_conversation_text({ name })}
          </EmptyState>
        )}
      </MessageList>
      {cached && <Announced messages={messages} conversation={conversation} />}
      <FirstContact conversation={conversation} />
      {conversation.writing.price === null ? (
        <Refused conversation={conversation} />
      ) : (
        <Composer key={slug} slug={slug} conversation={conversation} acts={acts} />
      )}
    </section>
  );
};

/** Reads out what arrives while the conversation is open. */
const Announced = ({
  messages,
  conversation,
}: {
  messages: typeof NO_MESSAGES.messages;
  conversation: ConversationView;
}) => {
  const last = messages.findLast(({ mine }) => !mine);
  const known = useRef<number | null>(null);
  const [text, setText] = useState('');
  const seq = last?.seq ?? 0;
  useEffect(() => {
    if (known.current !== null && last && seq > known.current)
      setText(
        m.chat_announced({
          name: conversation.profile.exibitionName,
          text: last.show ? m.chat_show() : last.content || m.chat_media(),
        }),
      );
    known.current = Math.max(known.current ?? 0, seq);
  }, [seq, last, conversation.profile.exibitionName]);
  return (
    <p aria-live="polite" className="visually-hidden">
      {text}
    </p>
  );
};
