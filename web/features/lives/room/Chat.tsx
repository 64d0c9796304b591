// The public chat of a room: what is said and tipped, newest at the bottom.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Pin, PinOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { ChatCaptions } from './ChatCaptions.tsx';
import { ChatMessage, OutgoingRow } from './ChatMessage.tsx';
import { PresenceNote } from './PresenceNote.tsx';
import { allMessages } from './room-messages.ts';
import { PersonDialog } from './PersonDialog.tsx';
import { type RoomMessage, roomMessagesQuery, type Room, useRoomTools } from './queries.ts';
import type { useOutgoingMessages } from './use-outgoing-messages.ts';
import styles from './chat.module.css';

type Props = { liveId: string; room: Room; sending: ReturnType<typeof useOutgoingMessages> };

export const useRoomMessages = (liveId: string, inRoom: boolean) => {
  const query = useInfiniteQuery({ ...roomMessagesQuery(liveId), enabled: inRoom });
  const messages = useMemo(() => allMessages(query.data), [query.data]);
  return { ...query, messages };
};

export const Chat = ({ liveId, room, sending }: Props) => {
  const { messages, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useRoomMessages(
    liveId,
    true,
  );
  const [chosen, setChosen] = useState<RoomMessage | null>(null);
  const { user } = useSession();
  return (
    <div className={styles.chat}>
      {room.pinned && <Pinned liveId={liveId} role={room.role} message={room.pinned} />}
      <div
        // Scrolls by the keyboard, too.
        tabIndex={0}
        role="region"
        aria-label={m.live_chat()}
        className={styles.scroller}
      >
        {!isPending && messages.length === 0 && sending.outgoing.length === 0 && (
          <p className={styles.none}>{m.live_chat_none()}</p>
        )}
        <ol className={styles.messages}>
          {hasNextPage && (
            <li className={styles.more}>
              <Button
                variant="text"
                small
                loading={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                {m.live_chat_older()}
              </Button>
            </li>
          )}
          {messages.toReversed().map((message) => (
            <li key={message.id}>
              <ChatMessage
                message={message}
                mine={message.profile.id === user?.profile.id}
                onChoose={() => setChosen(message)}
              />
            </li>
          ))}
          {sending.outgoing.map((message) => (
            <li key={message.key}>
              <OutgoingRow
                message={message}
                name={user?.profile.exibitionName ?? ''}
                onRetry={() => sending.retry(message)}
                onDiscard={() => sending.discard(message.key)}
              />
            </li>
          ))}
        </ol>
      </div>
      <PresenceNote liveId={liveId} />
      {!isPending && <ChatCaptions messages={messages} />}
      {chosen && (
        <PersonDialog
          liveId={liveId}
          role={room.role}
          person={chosen.profile}
          message={chosen}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
};

const Pinned = ({
  liveId,
  role,
  message: { profile, text },
}: {
  liveId: string;
  role: Room['role'];
  message: NonNullable<Room['pinned']>;
}) => {
  const { pin } = useRoomTools(liveId);
  return (
    <div className={styles.pinned}>
      <Pin aria-hidden />
      <p>
        <span className="visually-hidden">{m.live_pinned()}</span>
        <b>{profile.exibitionName}</b> {text}
      </p>
      {role !== 'watcher' && (
        <IconButton
          label={m.live_message_unpin()}
          icon={<PinOff />}
          aria-busy={pin.isPending || undefined}
          onClick={() => pin.mutate(null)}
        />
      )}
    </div>
  );
};
