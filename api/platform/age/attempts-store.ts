// Tries of visitors to prove their age: each is bound to one browser by a cookie, answered once,
// and gone within minutes. Who tries is not stored.
import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database, DB } from '../database/database.ts';
import { newId } from '../ids/new-id.ts';
import type { Seal } from '../seal/seal.ts';
import type { AgeDevice, AgeMethod, AgeOutcome } from './port.ts';
import { hashToken } from '../tokens/hash-token.ts';

export type OpenAttempt = {
  id: string;
  method: AgeMethod;
  place: string;
  device: AgeDevice;
  secret: unknown;
  /** The result of an answer that came beside the browser. */
  outcome: AgeOutcome | null;
  codeHash: Buffer | null;
};

/** Cookie, state and code are kept as hashes only, and the verifier's secret sealed. */
export type AttemptStore = { db: Database; seal: Seal };

/** Enough that none is ever guessed. */
export const newToken = (): string => randomBytes(32).toString('base64url');
/** Shorter: it is in the codes that wallets scan. */
export const newState = (): string => randomBytes(16).toString('base64url');

export const isTokenOf = (token: string | undefined, hashed: Buffer | null): boolean =>
  token !== undefined && hashed !== null && hashToken(token).equals(hashed);

const sealContext = (id: string): string => `age_tries/${id}`;

const COLUMNS = ['id', 'method', 'place', 'device', 'secret', 'outcome', 'code_hash'] as const;
type Row = Pick<Selectable<DB['age_tries']>, (typeof COLUMNS)[number]>;

const opened = ({ seal }: AttemptStore, row: Row | undefined): OpenAttempt | null =>
  row === undefined
    ? null
    : {
        id: row.id,
        method: row.method,
        place: row.place,
        device: row.device as AgeDevice,
        secret: seal.open(sealContext(row.id), row.secret),
        outcome: row.outcome as AgeOutcome | null,
        codeHash: row.code_hash,
      };

export const sweepAttempts = async ({ db }: Pick<AttemptStore, 'db'>, now: Date): Promise<void> => {
  await db.deleteFrom('age_tries').where('expires_at', '<=', now).execute();
};

/** Also removes those whose time is over. */
export const insertAttempt = async (
  { db, seal }: AttemptStore,
  attempt: Pick<OpenAttempt, 'method' | 'place' | 'device' | 'secret'> & {
    cookie: string;
    state: string;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> => {
  await sweepAttempts({ db }, attempt.now);
  const id = newId();
  await db
    .insertInto('age_tries')
    .values({
      id,
      cookie_hash: hashToken(attempt.cookie),
      state_hash: hashToken(attempt.state),
      method: attempt.method,
      place: attempt.place,
      device: attempt.device,
      secret: seal.seal(sealContext(id), attempt.secret ?? null),
      expires_at: attempt.expiresAt,
    })
    .execute();
};

export const attemptOfBrowser = async (
  store: AttemptStore,
  cookie: string,
  now: Date,
): Promise<OpenAttempt | null> =>
  opened(
    store,
    await store.db
      .selectFrom('age_tries')
      .select(COLUMNS)
      .where('cookie_hash', '=', hashToken(cookie))
      .where('expires_at', '>', now)
      .executeTakeFirst(),
  );

/** One of concurrent answers gets the attempt; the others get null. */
export const claimAttempt = async (
  store: AttemptStore,
  by: { id: string } | { state: string },
  now: Date,
): Promise<OpenAttempt | null> =>
  opened(
    store,
    await store.db
      .updateTable('age_tries')
      .set({ claimed: true })
      .where((row) =>
        'id' in by ? row('id', '=', by.id) : row('state_hash', '=', hashToken(by.state)),
      )
      .where('claimed', '=', false)
      .where('expires_at', '>', now)
      .returning(COLUMNS)
      .executeTakeFirst(),
  );

/** The verifier has not decided: the next answer may claim the attempt again. */
export const releaseAttempt = async ({ db }: AttemptStore, id: string): Promise<void> => {
  await db.updateTable('age_tries').set({ claimed: false }).where('id', '=', id).execute();
};

/** Keeps the outcome until the browser comes for it with the code, where it needs one. */
export const settleAttempt = async (
  { db }: AttemptStore,
  { id, outcome, code }: { id: string; outcome: AgeOutcome; code: string },
): Promise<void> => {
  await db
    .updateTable('age_tries')
    .set({ outcome, code_hash: hashToken(code) })
    .where('id', '=', id)
    .execute();
};

/** True for one caller only. */
export const removeAttempt = async ({ db }: AttemptStore, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('age_tries')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
