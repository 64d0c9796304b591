// The platform: all ports, each bound to the adapter that the composition root chose. Every feature
// receives it.
import type { Pool } from 'pg';
import type { AgeGate } from './age/port.ts';
import type { Blobs } from './blobs/port.ts';
import type { Bus } from './bus/port.ts';
import type { Captcha } from './captcha/port.ts';
import type { Clock } from './clock/port.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import type { AdvisoryLocks } from './database/advisory-locks.ts';
import type { FraudSettingsPort } from './fraud-settings/settings.ts';
import type { Identities } from './identity/port.ts';
import type { Jobs } from './jobs/port.ts';
import type { Limits, StrictLimits } from './limits/port.ts';
import type { LiveEngine } from './live/port.ts';
import type { Logger } from './log/log.ts';
import type { Mail } from './mail/port.ts';
import type { MediaEngine } from './media/port.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Payments } from './payments/port.ts';
import type { Presence } from './presence/port.ts';
import type { Seal } from './seal/seal.ts';
import type { Toys } from './toys/port.ts';

export type Platform = {
  /** The age gate: who may see adult content, and how they prove their age. */
  age: AgeGate;
  config: Config;
  /** Limits against fraud, which the team may set. */
  fraudSettings: FraudSettingsPort;
  clock: Clock;
  log: Logger;
  db: Database;
  /** Under `db`: for statements that Kysely can't say. */
  pool: Pool;
  /** Locks by name across processes, for work that outlasts a transaction. */
  locks: AdvisoryLocks;
  jobs: Jobs;
  bus: Bus;
  outbox: Outbox;
  /** Rate limits of calls: fast, and evicted when there are too many keys. */
  limits: Limits;
  /**
   * Rate limits of guesses and of one-time tokens: in the database, never evicted. Inside a
   * transaction use `in(tx)`, or count before it begins.
   */
  strictLimits: StrictLimits;
  /** Required before calls that programs would make by the thousand. */
  captcha: Captcha;
  presence: Presence;
  blobs: Blobs;
  media: MediaEngine;
  /** Live video: rooms, publishers, viewers. */
  live: LiveEngine;
  /** Toys of producers; null when the operator offers none. */
  toys: Toys | null;
  mail: Mail;
  /** The configured identity providers for social log-in. */
  identities: Identities;
  /** Personal data is sealed before it is stored. */
  seal: Seal;
  /** Payment providers by the name of their gateway. */
  payments: Payments;
};
