// The access cases of the features that have a file of their own here.
import { chatsAccess, chatsReads } from './chats.ts';
import { studioAccess, studioReads } from './studio.ts';

export const FEATURE_ACCESS = { ...chatsAccess, ...studioAccess };
export const FEATURE_READS = { ...chatsReads, ...studioReads };
