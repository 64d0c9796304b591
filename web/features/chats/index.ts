// What other features and the app may use of conversations.
export { ChatsButton, UnreadChats } from './ChatsButton.tsx';
export { chatKeys } from './keys.ts';
export { loadMessageSale, loadPaidMessageSale } from './parts.ts';
export { CHATS_PATH, chatPath } from './paths.ts';
