// Every call there is, keyed by method and path, and every error code with its HTTP status.
import { type ErrorCode, platformErrors } from './errors.ts';
import { authErrors } from './features/auth/errors.ts';
import { banksErrors } from './features/banks/errors.ts';
import { collectionsErrors } from './features/collections/errors.ts';
import { commentsErrors } from './features/comments/errors.ts';
import { exportsErrors } from './features/exports/errors.ts';
import { fundsErrors } from './features/funds/errors.ts';
import { goalsErrors } from './features/goals/errors.ts';
import { helpErrors } from './features/help/errors.ts';
import { fraudRoutes } from './features/fraud/alerts.ts';
import { fraudErrors } from './features/fraud/errors.ts';
import { fraudSettingRoutes } from './features/fraud/setting-routes.ts';
import { legalHoldsErrors } from './features/legal-holds/errors.ts';
import { legalHoldsRoutes } from './features/legal-holds/holds.ts';
import { listsErrors } from './features/lists/errors.ts';
import { livesErrors } from './features/lives/errors.ts';
import { mediaErrors } from './features/media/errors.ts';
import { overlaysErrors } from './features/overlays/errors.ts';
import { notificationsErrors } from './features/notifications/errors.ts';
import { ordersErrors } from './features/orders/errors.ts';
import { packsErrors } from './features/packs/errors.ts';
import { postsErrors } from './features/posts/errors.ts';
import { profilesErrors } from './features/profiles/errors.ts';
import { publicsErrors } from './features/publics/errors.ts';
import { removalsErrors } from './features/removals/errors.ts';
import { reportsErrors } from './features/reports/errors.ts';
import { reviewsErrors } from './features/reviews/errors.ts';
import { spendingErrors } from './features/spending/errors.ts';
import { subscriptionsErrors } from './features/subscriptions/errors.ts';
import { teamErrors } from './features/team/errors.ts';
import { tiersErrors } from './features/tiers/errors.ts';
import { transparencyRoutes } from './features/transparency/figures.ts';
import { userErrors } from './features/user/errors.ts';
import { vaultErrors } from './features/vault/errors.ts';
import { verificationsErrors } from './features/verifications/errors.ts';
import { welcomeErrors } from './features/welcome/errors.ts';
import { ageRoutes } from './features/verifications/age.ts';
import { auditRoutes } from './features/audit/log.ts';
import { authRoutes } from './features/auth.ts';
import { accountRoutes } from './features/auth/account.ts';
import { identityRoutes } from './features/auth/identity.ts';
import { secondFactorRoutes } from './features/auth/second-factor.ts';
import { banksRoutes } from './features/banks.ts';
import { chatsRoutes } from './features/chats.ts';
import { broadcastsRoutes } from './features/chats/broadcasts.ts';
import { automationsRoutes } from './features/chats/automations.ts';
import { chatsErrors } from './features/chats/errors.ts';
import { fanRoutes } from './features/chats/fan.ts';
import { repliesRoutes } from './features/chats/replies.ts';
import { messagesRoutes } from './features/chats/messages.ts';
import { collectionsRoutes } from './features/collections.ts';
import { commentsRoutes } from './features/comments.ts';
import { dsbRoutes } from './features/dsb.ts';
import { documentsRoutes } from './features/verifications/documents.ts';
import { exportsRoutes } from './features/exports.ts';
import { followsRoutes } from './features/follows.ts';
import { fundsRoutes } from './features/funds.ts';
import { cardsRoutes } from './features/funds/cards.ts';
import { cashOutsRoutes } from './features/funds/cash-outs.ts';
import { chargesRoutes } from './features/funds/charges.ts';
import { earningsRoutes } from './features/funds/earnings.ts';
import { feesRoutes } from './features/funds/fees.ts';
import { disputesRoutes } from './features/funds/disputes.ts';
import { payoutRulesRoutes } from './features/funds/payout-rules.ts';
import { receiptsRoutes } from './features/funds/receipts.ts';
import { reconciliationRoutes } from './features/funds/reconciliation.ts';
import { statementsRoutes } from './features/funds/statements.ts';
import { transactionsRoutes } from './features/funds/transactions.ts';
import { galleriesRoutes } from './features/galleries.ts';
import { goalsRoutes } from './features/goals.ts';
import { helpRoutes } from './features/help.ts';
import { listsRoutes } from './features/lists.ts';
import { livesRoutes } from './features/lives.ts';
import { framesRoutes } from './features/lives/frames.ts';
import { ingestRoutes } from './features/lives/ingest.ts';
import { liveCallsRoutes } from './features/lives/calls.ts';
import { cameraSettingsRoutes } from './features/lives/camera-settings.ts';
import { liveEntryRoutes } from './features/lives/entry.ts';
import { liveMediaRoutes } from './features/lives/media.ts';
import { liveModerationRoutes } from './features/lives/moderation.ts';
import { recordingsRoutes } from './features/lives/recordings.ts';
import { liveMenuRoutes } from './features/lives/menu.ts';
import { liveRoomRoutes } from './features/lives/room.ts';
import { liveRoomToolsRoutes } from './features/lives/room-tools.ts';
import { aiRoutes } from './features/media/ai.ts';
import { captionsRoutes } from './features/media/captions.ts';
import { moderationRoutes } from './features/media/moderation.ts';
import { uploadsRoutes } from './features/media/uploads.ts';
import { notesRoutes } from './features/notes.ts';
import { notificationsRoutes } from './features/notifications.ts';
import { performersRoutes } from './features/verifications/performers.ts';
import { ordersRoutes } from './features/orders.ts';
import { overlayLinksRoutes } from './features/overlays/links.ts';
import { overlayToysRoutes } from './features/overlays/toys.ts';
import { webhookRoutes } from './features/overlays/webhook.ts';
import { packsRoutes } from './features/packs/packs.ts';
import { postsRoutes } from './features/posts.ts';
import { postListsRoutes } from './features/posts/lists.ts';
import { postAiRoutes } from './features/posts/ai.ts';
import { postMediasRoutes } from './features/posts/medias.ts';
import { profilesRoutes } from './features/profiles.ts';
import { blocksRoutes } from './features/profiles/blocks.ts';
import { ownProfileRoutes } from './features/profiles/own-profile.ts';
import { producerRoutes } from './features/verifications/producer.ts';
import { queueRoutes } from './features/verifications/queue.ts';
import { publicsRoutes } from './features/publics.ts';
import { removalsRoutes } from './features/removals/requests.ts';
import { reportsRoutes } from './features/reports.ts';
import { reviewsRoutes } from './features/reviews.ts';
import { spendingRoutes } from './features/spending.ts';
import { studioRoutes } from './features/studio.ts';
import { subscriptionsRoutes } from './features/subscriptions.ts';
import { teamRoutes } from './features/team/people.ts';
import { todoErrors } from './features/todo/errors.ts';
import { todoRoutes } from './features/todo/items.ts';
import { tiersRoutes } from './features/tiers.ts';
import { userRoutes } from './features/user.ts';
import { vaultRoutes } from './features/vault.ts';
import { welcomeRoutes } from './features/welcome.ts';

export const routes = {
  ...authRoutes,
  ...ageRoutes,
  ...auditRoutes,
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
  ...removalsRoutes,
  ...reportsRoutes,
  ...reviewsRoutes,
  ...uploadsRoutes,
  ...packsRoutes,
  ...postsRoutes,
  ...postListsRoutes,
  ...postMediasRoutes,
  ...postAiRoutes,
  ...galleriesRoutes,
  ...aiRoutes,
  ...captionsRoutes,
  ...moderationRoutes,
  ...teamRoutes,
  ...todoRoutes,
  ...userRoutes,
  ...vaultRoutes,
  ...commentsRoutes,
  ...chatsRoutes,
  ...automationsRoutes,
  ...repliesRoutes,
  ...fanRoutes,
  ...messagesRoutes,
  ...broadcastsRoutes,
  ...fraudRoutes,
  ...fraudSettingRoutes,
  ...legalHoldsRoutes,
  ...listsRoutes,
  ...livesRoutes,
  ...liveMediaRoutes,
  ...ingestRoutes,
  ...recordingsRoutes,
  ...framesRoutes,
  ...liveModerationRoutes,
  ...cameraSettingsRoutes,
  ...liveCallsRoutes,
  ...liveEntryRoutes,
  ...liveRoomRoutes,
  ...liveRoomToolsRoutes,
  ...liveMenuRoutes,
  ...webhookRoutes,
  ...overlayLinksRoutes,
  ...overlayToysRoutes,
  ...ordersRoutes,
  ...fundsRoutes,
  ...chargesRoutes,
  ...statementsRoutes,
  ...disputesRoutes,
  ...payoutRulesRoutes,
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
  ...transparencyRoutes,
  ...subscriptionsRoutes,
  ...studioRoutes,
  ...goalsRoutes,
  ...collectionsRoutes,
  ...dsbRoutes,
};

/** `'METHOD /path/{param}'` -> its definition. */
export type Routes = typeof routes;
export type RouteKey = keyof Routes;

/** Every failure a caller may meet. A declared code that is missing here does not compile. */
export const errors = {
  ...platformErrors,
  ...authErrors,
  ...banksErrors,
  ...chatsErrors,
  ...collectionsErrors,
  ...commentsErrors,
  ...exportsErrors,
  ...fraudErrors,
  ...fundsErrors,
  ...goalsErrors,
  ...helpErrors,
  ...legalHoldsErrors,
  ...listsErrors,
  ...livesErrors,
  ...mediaErrors,
  ...notificationsErrors,
  ...ordersErrors,
  ...overlaysErrors,
  ...packsErrors,
  ...postsErrors,
  ...profilesErrors,
  ...publicsErrors,
  ...removalsErrors,
  ...reportsErrors,
  ...reviewsErrors,
  ...spendingErrors,
  ...subscriptionsErrors,
  ...teamErrors,
  ...todoErrors,
  ...tiersErrors,
  ...userErrors,
  ...vaultErrors,
  ...verificationsErrors,
  ...welcomeErrors,
} as const satisfies Record<ErrorCode, number>;
