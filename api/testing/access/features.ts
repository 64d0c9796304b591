// The access cases of the features that have a file of their own here.
import { chatsAccess, chatsReads } from './chats.ts';
import { collectionsAccess, collectionsReads } from './collections.ts';
import { studioAccess, studioReads } from './studio.ts';

export const FEATURE_ACCESS = { ...chatsAccess, ...collectionsAccess, ...studioAccess };
export const FEATURE_READS = { ...chatsReads, ...collectionsReads, ...studioReads };
