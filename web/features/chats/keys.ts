// Keys of the queries of conversations. The first part is the list's name in realtime events.
export const chatKeys = {
  all: ['chats'] as const,
  lists: ['chats', 'list'] as const,
  conversations: ['chats', 'conversation'] as const,
  /** Everything of one conversation, by its id or the name of the other one. */
  conversation: (slug: string) => ['chats', 'conversation', slug] as const,
  messages: (slug: string) => ['chats', 'conversation', slug, 'messages'] as const,
  contacts: ['chats', 'contacts'] as const,
  broadcasts: ['chats', 'broadcasts'] as const,
  automations: ['chats', 'automations'] as const,
  options: ['chats', 'options'] as const,
  replies: ['chats', 'replies'] as const,
  /** Below the key of notes, because a note that is written is shown beside the conversation. */
  fans: ['notes', 'fan'] as const,
};
