// Converts rows of conversations to the contract's shape, with the wire's spellings.
import type { Routes } from '@camarim/contract';
import type { DataInput } from '@camarim/contract/route';
import type { ProfileSummary } from '../profiles/index.ts';
import type { ChatRow } from './store.ts';

export type Chat = DataInput<Routes['GET /chats']>[number];

export const presentChat = (row: ChatRow, other: ProfileSummary): Chat => ({
  id: row.id,
  profileId: other.id,
  name: other.exibitionName,
  domainName: other.domainName,
  profileImage: other.profileImage,
  unreadMessages: row.unread_messages,
  lastMessage: row.last_message,
  lastMessageSendAt: row.last_message_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
