// Whose features hold data of people: how each lets go of it, and what each gives into an archive
// for its person. One list for both.
import type { ProfileId } from '@camarim/contract/ids';
import { exportAccessOf } from './features/access/index.ts';
import { exportAccountOf } from './features/auth/index.ts';
import { eraseBanksOf, exportBanksOf } from './features/banks/index.ts';
import { eraseCommentsOf, exportCommentsOf } from './features/comments/index.ts';
import { eraseExportsOf } from './features/exports/index.ts';
import { erasePaymentsOf, exportChargesOf, exportPaymentsOf } from './features/funds/index.ts';
import { eraseGoalsOf, exportGoalsOf } from './features/goals/index.ts';
import { eraseTicketsOf, exportTicketsOf } from './features/help/index.ts';
import { exportStatementOf } from './features/ledger/index.ts';
import { exportMediaOf } from './features/media/index.ts';
import { eraseNotesOf, exportNotesOf } from './features/notes/index.ts';
import { exportNotificationsOf } from './features/notifications/index.ts';
import { erasePostsOf, exportPostsOf } from './features/posts/index.ts';
import { eraseFollowsOf, eraseLikesOf, exportProfileOf } from './features/profiles/index.ts';
import { exportAcceptancesOf } from './features/publics/index.ts';
import { eraseReportsOf, exportReportsOf } from './features/reports/index.ts';
import { eraseLimitsOf, exportLimitsOf } from './features/spending/index.ts';
import {
  eraseSubscriptionsOf,
  exportSubscriptionsOf,
  planListeners,
} from './features/subscriptions/index.ts';
import { erasePlanOf, exportPlanOf } from './features/tiers/index.ts';
import { eraseVaultOf, exportVaultOf } from './features/vault/index.ts';
import { erasePerformersOf, exportVerificationsOf } from './features/verifications/index.ts';
import { eraseWelcomeOf, exportWelcomeOf } from './features/welcome/index.ts';
import type { ArchivePart } from './platform/archive/archive.ts';
import type { Platform } from './platform/platform.ts';

/** Erases what one feature holds of a person. Must bear running twice. */
type Eraser = (profileId: ProfileId) => Promise<void>;
/** What one feature holds of a person, read when it is written into the archive. */
type Exporter = (profileId: ProfileId) => ArchivePart;

/**
 * In the order they run when an account is removed. Records of money and of agreements stay,
 * without a name.
 */
export const erasers = (platform: Platform): Eraser[] => [
  (id) => eraseVaultOf(platform, id),
  (id) => erasePostsOf(platform, id),
  (id) => erasePerformersOf(platform, id),
  (id) => eraseCommentsOf(platform, id),
  (id) => eraseFollowsOf(platform, id),
  (id) => eraseLikesOf(platform, id),
  (id) => eraseNotesOf(platform, id),
  (id) => eraseWelcomeOf(platform, id),
  (id) => eraseSubscriptionsOf(platform, id),
  (id) => erasePlanOf(platform, planListeners(platform), id),
  (id) => eraseGoalsOf(platform, id),
  (id) => eraseBanksOf(platform, id),
  (id) => eraseLimitsOf(platform, id),
  (id) => erasePaymentsOf(platform, id),
  (id) => eraseTicketsOf(platform, id),
  (id) => eraseReportsOf(platform, id),
  (id) => eraseExportsOf(platform, id),
];

/** In the order of the archive; the files that were sent, the largest part, come last. */
export const exporters = (platform: Platform): Exporter[] => [
  (id) => exportAccountOf(platform, id),
  (id) => exportAcceptancesOf(platform, id),
  (id) => exportProfileOf(platform, id),
  (id) => exportVerificationsOf(platform, id),
  (id) => exportNotesOf(platform, id),
  (id) => exportWelcomeOf(platform, id),
  (id) => exportPostsOf(platform, id),
  (id) => exportAccessOf(platform, id),
  (id) => exportCommentsOf(platform, id),
  (id) => exportPlanOf(platform, id),
  (id) => exportGoalsOf(platform, id),
  (id) => exportSubscriptionsOf(platform, id),
  (id) => exportChargesOf(platform, id),
  (id) => exportPaymentsOf(platform, id),
  (id) => exportBanksOf(platform, id),
  (id) => exportLimitsOf(platform, id),
  (id) => exportStatementOf(platform, id),
  (id) => exportNotificationsOf(platform, id),
  (id) => exportTicketsOf(platform, id),
  (id) => exportReportsOf(platform, id),
  (id) => exportVaultOf(platform, id),
  (id) => exportMediaOf(platform, id),
];
