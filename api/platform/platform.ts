// What every feature is given: the ports, each already bound to the adapter that the composition
// root chose.
import type { Pool } from 'pg';
import type { AgeGate } from './age/port.ts';
import type { Blobs } from './blobs/port.ts';
import type { Bus } from './bus/port.ts';
import type { Captcha } from './captcha/port.ts';
import type { Clock } from './clock/port.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import type { AdvisoryLocks } from './database/advisory-locks.ts';
import type { Identities } from './identity/port.ts';
import type { Jobs } from './jobs/port.ts';
import type { Limits, StrictLimits } from './limits/port.ts';
import type { Logger } from './log/log.ts';
import type { Mail } from './mail/port.ts';
import type { MediaEngine } from './media/port.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Payments } from './payments/port.ts';
import type { Presence } from './presence/port.ts';
import type { Seal } from './seal/seal.ts';

export type Platform = {
  /** Who may see adult content, and how they show their age. */
  age: AgeGate;
  config: Config;
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
  /** For how often calls are made: fast, and forgotten when too many keys come. */
  limits: Limits;
  /**
   * For guesses and for what may be used once: in the database, never forgotten early. Inside a
   * transaction use `in(tx)`, or count before it begins.
   */
  strictLimits: StrictLimits;
  /** Asked for before calls that programs would make by the thousand. */
  captcha: Captcha;
  presence: Presence;
  blobs: Blobs;
  media: MediaEngine;
  mail: Mail;
  /** Other houses by whose word people may log in. */
  identities: Identities;
  /** Personal data is sealed before it is stored. */
  seal: Seal;
  /** Payment providers by the name of their gateway. */
  payments: Payments;
};
