// The access cases of the features that have a file of their own here.
import { chatsAccess, chatsReads } from './chats.ts';

export const FEATURE_ACCESS = { ...chatsAccess };
export const FEATURE_READS = { ...chatsReads };
