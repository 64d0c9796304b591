// The access cases of the features that have a file of their own here.
import { auditAccess, auditReads } from './audit.ts';
import { chatsAccess, chatsReads } from './chats.ts';
import { collectionsAccess, collectionsReads } from './collections.ts';
import { dsbAccess, dsbReads } from './dsb.ts';
import { legalHoldsAccess, legalHoldsReads } from './legal-holds.ts';
import { listsAccess, listsReads } from './lists.ts';
import { livesAccess, livesReads } from './lives.ts';
import { ordersAccess, ordersReads } from './orders.ts';
import { overlaysAccess, overlaysReads } from './overlays.ts';
import { packsAccess, packsReads } from './packs.ts';
import { reviewsAccess, reviewsReads } from './reviews.ts';
import { studioAccess, studioReads } from './studio.ts';
import { teamAccess, teamReads } from './team.ts';
import { todoAccess, todoReads } from './todo.ts';
import { transparencyAccess, transparencyReads } from './transparency.ts';
import { userAccess, userReads } from './user.ts';

export const FEATURE_ACCESS = {
  ...auditAccess,
  ...chatsAccess,
  ...collectionsAccess,
  ...dsbAccess,
  ...legalHoldsAccess,
  ...listsAccess,
  ...livesAccess,
  ...ordersAccess,
  ...overlaysAccess,
  ...packsAccess,
  ...reviewsAccess,
  ...studioAccess,
  ...teamAccess,
  ...todoAccess,
  ...transparencyAccess,
  ...userAccess,
};
export const FEATURE_READS = {
  ...auditReads,
  ...chatsReads,
  ...collectionsReads,
  ...dsbReads,
  ...legalHoldsReads,
  ...listsReads,
  ...livesReads,
  ...ordersReads,
  ...overlaysReads,
  ...packsReads,
  ...reviewsReads,
  ...studioReads,
  ...teamReads,
  ...todoReads,
  ...transparencyReads,
  ...userReads,
};
