// What can be done with one message: answer, react, pin; change and unsend one's own.
import { MESSAGE_EDIT_MINUTES, type Reaction, REACTIONS } from '@camarim/contract/limits';
import { MINUTE_MS } from '@camarim/contract/time';
import { Ellipsis, Flag, Pencil, Pin, PinOff, Reply, SmilePlus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { call } from '../../../client/api/api.ts';
import { openDialog } from '../../../client/dialogs.ts';
import { Menu, type MenuItem } from '../../../ui/actions/Menu.tsx';
import { useNow } from '../../../ui/display/use-now.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import type { Message } from '../messages.ts';
import { useChangeMessage } from '../queries.ts';
import type { ReplyOrEdit } from './reply-or-edit.ts';
import { useEscape } from './use-escape.ts';
import styles from './messages.module.css';

const sendPin = ({ id, pinned }: { id: Message['id']; pinned: boolean }) =>
  call('PUT /chats/messages/{id}/pin', { params: { id }, body: { pinned } });
const sendReaction = ({ id, emoji }: { id: Message['id']; emoji: Reaction | null }) =>
  call('PUT /chats/messages/{id}/reaction', { params: { id }, body: { emoji } });
const unsend = ({ id }: { id: Message['id'] }) =>
  call('DELETE /chats/messages/{id}', { params: { id } });

type Props = { message: Message; name: string; acts: ReplyOrEdit };

export const MessageActions = ({ message, name, acts }: Props) => {
  const { id, mine, pinned, content, createdAt, paidContent } = message;
  const [reacting, setReacting] = useState(false);
  const [unsending, setUnsending] = useState(false);
  const now = useNow(MINUTE_MS);
  const pin = useChangeMessage(sendPin);
  const remove = useChangeMessage(unsend);
  // Steps of an order stay as they are, like what was bought.
  const bought = paidContent?.purchased === true || message.order !== null;
  const young = now - Date.parse(createdAt) < MESSAGE_EDIT_MINUTES * MINUTE_MS;
  const own: MenuItem[] = [
    ...(mine && young && !bought && content !== ''
      ? [
          {
            key: 'edit',
            text: m.chat_edit(),
            icon: <Pencil aria-hidden />,
            onSelect: () => acts.setEditing(message),
          },
        ]
      : []),
    ...(mine && !bought
      ? [
          {
            key: 'unsend',
            text: m.chat_unsend(),
            icon: <Undo2 aria-hidden />,
            danger: true,
            onSelect: () => setUnsending(true),
          },
        ]
      : []),
  ];
  return (
    <>
      <Menu
        label={mine ? m.chat_own_message_more() : m.chat_message_more({ name })}
        icon={<Ellipsis aria-hidden />}
        className={styles.actions ?? ''}
        items={[
          {
            key: 'reply',
            text: m.chat_reply(),
            icon: <Reply aria-hidden />,
            onSelect: () => acts.setReplyTo(message),
          },
          {
            key: 'react',
            text: m.chat_react(),
            icon: <SmilePlus aria-hidden />,
            onSelect: () => setReacting(true),
          },
          {
            key: 'pin',
            text: pinned ? m.chat_unpin() : m.chat_pin(),
            icon: pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />,
            onSelect: () => pin.mutate({ id, pinned: !pinned }),
          },
          ...(mine
            ? []
            : [
                {
                  key: 'report',
                  text: m.report_title(),
                  icon: <Flag aria-hidden />,
                  onSelect: () => openDialog('report', { targetKind: 'message', targetId: id }),
                },
              ]),
          ...own,
        ]}
      />
      {reacting && <Reactions message={message} onClose={() => setReacting(false)} />}
      {unsending && (
        <ConfirmDialog
          title={m.chat_unsend_title()}
          confirmLabel={m.chat_unsend()}
          onConfirm={() => remove.mutateAsync({ id })}
          onClose={() => setUnsending(false)}
        >
          {m.chat_unsend_text()}
        </ConfirmDialog>
      )}
    </>
  );
};

/** Pressing one's own reaction takes it away. */
const Reactions = ({ message, onClose }: { message: Message; onClose: () => void }) => {
  const react = useChangeMessage(sendReaction);
  const picker = useEscape<HTMLDivElement>(onClose);
  const own = message.reactions.find(({ mine }) => mine)?.emoji;
  return (
    <div
      ref={picker}
      role="toolbar"
      aria-label={m.chat_react()}
      className={styles.picker}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onClose();
      }}
    >
      {REACTIONS.map((emoji, index) => (
        <button
          key={emoji}
          type="button"
          autoFocus={index === 0}
          aria-pressed={emoji === own}
          className={styles.emoji}
          onClick={() => {
            react.mutate({ id: message.id, emoji: emoji === own ? null : emoji });
            onClose();
          }}
        >
          {emoji}
        </button>
      ))}
    </div>
  );
};
