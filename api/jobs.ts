// The closed map of background jobs, name -> payload. Each feature describes its own in its
// jobs.ts; this joins them.
import type { AuthJobs } from './features/auth/index.ts';
import type { DocumentsJobs } from './features/documents/index.ts';
import type { ExportsJobs } from './features/exports/index.ts';
import type { FundsJobs } from './features/funds/index.ts';
import type { LedgerJobs } from './features/ledger/index.ts';
import type { MediaJobs } from './features/media/index.ts';
import type { NotificationsJobs } from './features/notifications/index.ts';
import type { PostsJobs } from './features/posts/index.ts';
import type { ProfilesJobs } from './features/profiles/index.ts';
import type { PublicsJobs } from './features/publics/index.ts';
import type { SubscriptionsJobs } from './features/subscriptions/index.ts';
import type { MailJobs } from './platform/mail/mail.ts';
import type { SweepJobs } from './platform/sweep/jobs.ts';

/**
 * Payloads carry ids and small facts, never personal data: they stay readable in the database for a
 * while.
 */
export type JobPayloads = AuthJobs &
  DocumentsJobs &
  ExportsJobs &
  ProfilesJobs &
  FundsJobs &
  LedgerJobs &
  MediaJobs &
  NotificationsJobs &
  PostsJobs &
  PublicsJobs &
  SubscriptionsJobs &
  MailJobs &
  SweepJobs;
