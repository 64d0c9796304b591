// The third column of /chats: the fan of the open conversation, where the window is wide enough.
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { m } from '../../../paraglide/messages.js';
import { type ConversationView, conversationQuery } from '../queries.ts';
import { FanPanel } from './FanPanel.tsx';
import styles from './fan.module.css';

/** The list, a conversation and the panel fit beside the navigation. */
const WIDE = '(width >= 1360px)';

const onChange = (changed: () => void) => {
  const wide = matchMedia(WIDE);
  wide.addEventListener('change', changed);
  return () => wide.removeEventListener('change', changed);
};

/** False on the server: what is not shown is not loaded. */
export const useHasFanColumn = (): boolean =>
  useSyncExternalStore(
    onChange,
    () => matchMedia(WIDE).matches,
    () => false,
  );

/**
 * The other one as a fan; null for viewers who are no producers, and before the conversation
 * begins.
 */
export const fanOf = ({ chat, profile, writing }: ConversationView) =>
  chat && writing.media ? { chatId: chat.id as string, profile } : null;

export const FanColumn = ({ slug }: { slug: string }) => {
  const { data: conversation } = useQuery(conversationQuery(slug));
  const fan = conversation && fanOf(conversation);
  if (!fan) return null;
  const title = m.fan_about({ name: fan.profile.exibitionName });
  return (
    <aside className={styles.column} aria-label={title}>
      <h2 className={styles.head}>{title}</h2>
      <FanPanel {...fan} />
    </aside>
  );
};
