// The public chat of a room: what is said and tipped, newest at the bottom.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Pin } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { ChatCaptions } from './ChatCaptions.tsx';
import { ChatLine, OutgoingLine } from './ChatLine.tsx';
import { JoinedNote } from './JoinedNote.tsx';
import { allLines } from './lines.ts';
import { PersonDialog } from './PersonDialog.tsx';
import { type Line, linesQuery, type Room } from './queries.ts';
import type { useOutgoing } from './use-outgoing.ts';
import styles from './chat.module.css';

type Props = { liveId: string; room: Room; sending: ReturnType<typeof useOutgoing> };

export const useLines = (liveId: string, inRoom: boolean) => {
  const query = useInfiniteQuery({ ...linesQuery(liveId), enabled: inRoom });
  return { ...query, lines: allLines(query.data) };
};

export const Chat = ({ liveId, room, sending }: Props) => {
  const { lines, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useLines(
    liveId,
    true,
  );
  const [chosen, setChosen] = useState<Line | null>(null);
  const { user } = useSession();
  return (
    <div className={styles.chat}>
      {room.pinned && (
        <p className={styles.pinned}>
          <Pin aria-hidden />
          <span className="visually-hidden">{m.live_pinned()}</span>
          <b>{room.pinned.profile.exibitionName}</b> {room.pinned.text}
        </p>
      )}
      <div
        // Scrolls by the keyboard, too.
        tabIndex={0}
        role="region"
        aria-label={m.live_chat()}
        className={styles.scroller}
      >
        {!isPending && lines.length === 0 && sending.outgoing.length === 0 && (
          <p className={styles.none}>{m.live_chat_none()}</p>
        )}
        <ol className={styles.lines}>
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
          {lines.toReversed().map((line) => (
            <li key={line.id}>
              <ChatLine
                line={line}
                mine={line.profile.id === user?.profile.id}
                onChoose={() => setChosen(line)}
              />
            </li>
          ))}
          {sending.outgoing.map((line) => (
            <li key={line.key}>
              <OutgoingLine
                line={line}
                name={user?.profile.exibitionName ?? ''}
                onRetry={() => sending.retry(line)}
                onDiscard={() => sending.discard(line.key)}
              />
            </li>
          ))}
        </ol>
      </div>
      <JoinedNote liveId={liveId} />
      <ChatCaptions lines={lines} />
      {chosen && (
        <PersonDialog
          liveId={liveId}
          role={room.role}
          line={chosen}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
};
