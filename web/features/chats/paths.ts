// Addresses of conversations.
export const CHATS_PATH = '/chats';

/** `slug`: id of a conversation, or the name of the other one. */
export const chatPath = (slug: string): string => `${CHATS_PATH}/${slug}`;
