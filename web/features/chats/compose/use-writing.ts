// The message that is being written in a conversation: its text, what it answers or changes, and
// sending it.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../client/api/api.ts';
import type { Message } from '../messages.ts';
import { type ConversationView, useChangeMessage } from '../queries.ts';
import { sendMessage } from '../conversation/outbox.ts';
import type { ReplyOrEdit } from '../conversation/reply-or-edit.ts';
import { useEnclosed } from './use-enclosed.ts';
import { useTypingNotice } from './use-typing-notice.ts';

/** What was written and not sent, by the name of the other person, while the page is open. */
const drafts = new Map<string, string>();

const draftOf = (slug: string): string => drafts.get(slug) ?? '';

const keepDraft = (slug: string, text: string): void => {
  if (text === '') drafts.delete(slug);
  else drafts.set(slug, text);
};

const sendEdit = ({ id, message }: { id: Message['id']; message: string }) =>
  call('PUT /chats/messages/{id}', { params: { id }, body: { message } });

export const useWriting = ({
  slug,
  conversation,
  acts,
}: {
  slug: string;
  conversation: ConversationView;
  acts: ReplyOrEdit;
}) => {
  const { profile, chat, writing } = conversation;
  const { replyTo, editing } = acts;
  const client = useQueryClient();
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => draftOf(slug));
  const [priceChanged, setPriceChanged] = useState(false);
  const enclosed = useEnclosed();
  const edit = useChangeMessage(sendEdit);
  const notifyTyping = useTypingNotice(chat?.id);

  // A reply begins where one writes, and so does a change.
  useEffect(() => {
    if (editing) setText(editing.content);
    if (replyTo || editing) box.current?.focus();
  }, [replyTo, editing]);

  const write = (value: string) => {
    setText(value);
    if (!editing) keepDraft(slug, value);
  };
  const cancel = () => {
    acts.setReplyTo(null);
    acts.setEditing(null);
    if (editing) setText(draftOf(slug));
  };
  const message = text.trim();
  const full = message !== '' || (!editing && enclosed.attached.length > 0);
  const sendable = full && (editing !== null || enclosed.ready);

  const send = async () => {
    if (!sendable) return;
    if (editing) {
      cancel();
      if (message !== editing.content) edit.mutate({ id: editing.id, message });
      return;
    }
    write('');
    setPriceChanged(false);
    acts.setReplyTo(null);
    const outcome = await sendMessage(
      client,
      { slug, receiverId: profile.id, chatId: chat?.id },
      { message, fee: writing.price ?? undefined, replyTo, ...enclosed.take() },
    );
    if (outcome !== 'price') return;
    // Nothing was sent: what was written comes back, with the new price beside it.
    setPriceChanged(true);
    setText((now) => now || message);
    acts.setReplyTo(replyTo);
  };

  return {
    box,
    text,
    write: (value: string) => {
      write(value);
      notifyTyping();
    },
    cancel,
    send,
    sendable,
    empty: !full,
    priceChanged,
    enclosed,
  };
};
