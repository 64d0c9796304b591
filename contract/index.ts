// Every call there is, keyed by method and path.
import { ageRoutes } from './features/verifications/age.ts';
import { authRoutes } from './features/auth.ts';
import { accountRoutes } from './features/auth/account.ts';
import { identityRoutes } from './features/auth/identity.ts';
import { secondFactorRoutes } from './features/auth/second-factor.ts';
import { banksRoutes } from './features/banks.ts';
import { chatsRoutes } from './features/chats.ts';
import { commentsRoutes } from './features/comments.ts';
import { documentsRoutes } from './features/verifications/documents.ts';
import { exportsRoutes } from './features/exports.ts';
import { followsRoutes } from './features/follows.ts';
import { fundsRoutes } from './features/funds.ts';
import { cardsRoutes } from './features/funds/cards.ts';
import { cashOutsRoutes } from './features/funds/cash-outs.ts';
import { chargesRoutes } from './features/funds/charges.ts';
import { earningsRoutes } from './features/funds/earnings.ts';
import { feesRoutes } from './features/funds/fees.ts';
import { receiptsRoutes } from './features/funds/receipts.ts';
import { reconciliationRoutes } from './features/funds/reconciliation.ts';
import { statementsRoutes } from './features/funds/statements.ts';
import { transactionsRoutes } from './features/funds/transactions.ts';
import { galleriesRoutes } from './features/galleries.ts';
import { goalsRoutes } from './features/goals.ts';
import { helpRoutes } from './features/help.ts';
import { captionsRoutes } from './features/media/captions.ts';
import { moderationRoutes } from './features/media/moderation.ts';
import { uploadsRoutes } from './features/media/uploads.ts';
import { notesRoutes } from './features/notes.ts';
import { notificationsRoutes } from './features/notifications.ts';
import { performersRoutes } from './features/verifications/performers.ts';
import { postsRoutes } from './features/posts.ts';
import { postListsRoutes } from './features/posts/lists.ts';
import { postMediasRoutes } from './features/posts/medias.ts';
import { profilesRoutes } from './features/profiles.ts';
import { blocksRoutes } from './features/profiles/blocks.ts';
import { ownProfileRoutes } from './features/profiles/own-profile.ts';
import { producerRoutes } from './features/verifications/producer.ts';
import { queueRoutes } from './features/verifications/queue.ts';
import { publicsRoutes } from './features/publics.ts';
import { reportsRoutes } from './features/reports.ts';
import { spendingRoutes } from './features/spending.ts';
import { subscriptionsRoutes } from './features/subscriptions.ts';
import { tiersRoutes } from './features/tiers.ts';
import { vaultRoutes } from './features/vault.ts';
import { welcomeRoutes } from './features/welcome.ts';

export const routes = {
  ...authRoutes,
  ...ageRoutes,
  ...accountRoutes,
  ...secondFactorRoutes,
  ...identityRoutes,
  ...exportsRoutes,
  ...profilesRoutes,
  ...blocksRoutes,
  ...ownProfileRoutes,
  ...notesRoutes,
  ...followsRoutes,
  ...welcomeRoutes,
  ...producerRoutes,
  ...queueRoutes,
  ...documentsRoutes,
  ...performersRoutes,
  ...publicsRoutes,
  ...helpRoutes,
  ...reportsRoutes,
  ...uploadsRoutes,
  ...postsRoutes,
  ...postListsRoutes,
  ...postMediasRoutes,
  ...galleriesRoutes,
  ...captionsRoutes,
  ...moderationRoutes,
  ...vaultRoutes,
  ...commentsRoutes,
  ...chatsRoutes,
  ...fundsRoutes,
  ...chargesRoutes,
  ...statementsRoutes,
  ...receiptsRoutes,
  ...cardsRoutes,
  ...banksRoutes,
  ...cashOutsRoutes,
  ...feesRoutes,
  ...earningsRoutes,
  ...transactionsRoutes,
  ...reconciliationRoutes,
  ...spendingRoutes,
  ...notificationsRoutes,
  ...tiersRoutes,
  ...subscriptionsRoutes,
  ...goalsRoutes,
};

/** `'METHOD /path/{param}'` -> its definition. */
export type Routes = typeof routes;
export type RouteKey = keyof Routes;
