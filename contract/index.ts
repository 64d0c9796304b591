// Every call there is, keyed by method and path.
import { accountRoutes } from './features/account.ts';
import { ageRoutes } from './features/age.ts';
import { authRoutes } from './features/auth.ts';
import { banksRoutes } from './features/funds/banks.ts';
import { blocksRoutes } from './features/profiles/blocks.ts';
import { calendarRoutes } from './features/posts/calendar.ts';
import { captionsRoutes } from './features/posts/captions.ts';
import { feesRoutes } from './features/funds/fees.ts';
import { cashOutsRoutes } from './features/funds/cash-outs.ts';
import { matchingRoutes } from './features/funds/matching.ts';
import { commentsRoutes } from './features/comments.ts';
import { followsRoutes } from './features/follows.ts';
import { earningsRoutes } from './features/funds/earnings.ts';
import { exportsRoutes } from './features/exports.ts';
import { fundsRoutes } from './features/funds.ts';
import { galleriesRoutes } from './features/posts/galleries.ts';
import { goalsRoutes } from './features/goals.ts';
import { helpRoutes } from './features/help.ts';
import { identityRoutes } from './features/identity.ts';
import { moderationRoutes } from './features/posts/moderation.ts';
import { notesRoutes } from './features/profiles/notes.ts';
import { notificationsRoutes } from './features/notifications.ts';
import { ownProfileRoutes } from './features/profiles/own-profile.ts';
import { performersRoutes } from './features/posts/performers.ts';
import { postMediasRoutes } from './features/posts/medias.ts';
import { postsRoutes } from './features/posts.ts';
import { producersRoutes } from './features/producers.ts';
import { profilesRoutes } from './features/profiles.ts';
import { publicsRoutes } from './features/publics.ts';
import { reportsRoutes } from './features/posts/reports.ts';
import { secondFactorRoutes } from './features/second-factor.ts';
import { spendingRoutes } from './features/funds/spending.ts';
import { subscriptionsRoutes } from './features/subscriptions.ts';
import { tiersRoutes } from './features/tiers.ts';
import { transactionsRoutes } from './features/funds/transactions.ts';
import { uploadsRoutes } from './features/uploads.ts';
import { vaultRoutes } from './features/posts/vault.ts';
import { walletRoutes } from './features/funds/wallet.ts';
import { welcomeRoutes } from './features/profiles/welcome.ts';

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
  ...producersRoutes,
  ...performersRoutes,
  ...publicsRoutes,
  ...helpRoutes,
  ...reportsRoutes,
  ...uploadsRoutes,
  ...postsRoutes,
  ...postMediasRoutes,
  ...calendarRoutes,
  ...galleriesRoutes,
  ...captionsRoutes,
  ...moderationRoutes,
  ...vaultRoutes,
  ...commentsRoutes,
  ...fundsRoutes,
  ...walletRoutes,
  ...banksRoutes,
  ...cashOutsRoutes,
  ...feesRoutes,
  ...earningsRoutes,
  ...transactionsRoutes,
  ...matchingRoutes,
  ...spendingRoutes,
  ...notificationsRoutes,
  ...tiersRoutes,
  ...subscriptionsRoutes,
  ...goalsRoutes,
};

/** `'METHOD /path/{param}'` -> its definition. */
export type Routes = typeof routes;
export type RouteKey = keyof Routes;
