// The application in a process and a home of its own, with people who are signed in. Started by
// stage.ts, controlled by messages.
import type { AddressInfo } from 'node:net';
import type { ChargeId, ProfileId, SessionId, UserId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { openPlatform } from '../api/adapters.ts';
import { createApp } from '../api/app.ts';
import { signAccessToken } from '../api/features/auth/session/access-token.ts';
import type { Ledger } from '../api/features/ledger/index.ts';
import { newId } from '../api/platform/ids/new-id.ts';
import { transaction } from '../api/platform/database/transaction.ts';
import { readConfig } from '../api/platform/config/config.ts';
import { createLogger } from '../api/platform/log/log.ts';
import type { Ctx } from '../api/context.ts';

export type StageRequest = {
  home: string;
  fans: number;
  producers: number;
  balance: number;
  pages: boolean;
  settings?: Record<string, string>;
};
export type SignedIn = { profileId: ProfileId; domainName: string; token: string };
export type StageReply = {
  port: number;
  pid: number;
  home: string;
  fans: SignedIn[];
  producers: SignedIn[];
};

/** No gateway: the benchmark has no payments from outside. */
const NO_GATEWAY = {
  PIX_BASE_URL: 'http://127.0.0.1:9',
  PIX_CLIENT_ID: 'none',
  PIX_CLIENT_SECRET: 'none',
  PIX_KEY: 'none',
  PIX_WEBHOOK_SECRET: 'never sent to us',
};
/**
 * A country that asks for no proof of age: pages and feeds are measured as their readers see them.
 */
const NO_PROOF_OF_AGE = { CAMARIM_COUNTRY: 'ZZ' };
/** High enough that no call is rate limited. */
const RATE_SCALE = 1_000_000;

/**
 * People and their sessions straight in the tables: registering each would take longer than the
 * measurement.
 */
const signIn = async (
  platform: Ctx,
  count: number,
  stage: 'member' | 'approved',
): Promise<SignedIn[]> => {
  const people = Array.from({ length: count }, (_, number) => ({
    userId: newId() as UserId,
    profileId: newId() as ProfileId,
    sessionId: newId() as SessionId,
    domainName: `${stage}${number}`,
  }));
  const now = platform.clock.now();
  const later = new Date(now.getTime() + 86_400_000);
  const column = (name: keyof (typeof people)[number]) => people.map((person) => person[name]);
  await platform.pool.query(
    `INSERT INTO users (id, email, created_at) SELECT id, name || '@example.com', $3
      FROM unnest($1::uuid[], $2::text[]) p (id, name)`,
    [column('userId'), column('domainName'), now],
  );
  await platform.pool.query(
    `INSERT INTO profiles (id, user_id, domain_name, display_name, producer_stage, created_at)
      SELECT id, user_id, name, name, $4, $5 FROM unnest($1::uuid[], $2::uuid[], $3::text[]) p (id,
      user_id, name)`,
    [column('profileId'), column('userId'), column('domainName'), stage, now],
  );
  await platform.pool.query(
    `INSERT INTO sessions (id, user_id, refresh_hash, rotated_at, created_at, last_used_at,
      expires_at)
     SELECT id, user_id, sha256(id::text::bytea), $3, $3, $3, $4 FROM unnest($1::uuid[],
       $2::uuid[]) p (id, user_id)`,
    [column('sessionId'), column('userId'), now, later],
  );
  return Promise.all(
    people.map(async ({ userId, profileId, sessionId, domainName }) => ({
      profileId,
      domainName,
      token: await signAccessToken(platform, userId, sessionId),
    })),
  );
};

const fill = (ledger: Ledger, people: SignedIn[], balance: number): Promise<unknown> =>
  Promise.all(
    people.map(({ profileId }) =>
      ledger.post({
        kind: 'topUp',
        chargeId: newId() as ChargeId,
        profileId,
        gateway: 'pix',
        amount: centavos(balance),
      }),
    ),
  );

const serve = async ({
  home,
  fans,
  producers,
  balance,
  pages,
  settings = {},
}: StageRequest): Promise<void> => {
  const config = readConfig({
    CAMARIM_ENV: 'test',
    CAMARIM_HOME: home,
    LOG_LEVEL: 'warn',
    ...NO_GATEWAY,
    ...NO_PROOF_OF_AGE,
    ...settings,
  });
  // Standard output is for figures.
  const log = createLogger({
    level: config.LOG_LEVEL,
    format: 'json',
    write: (line) => void process.stderr.write(line),
  });
  const { platform, relay, close } = await openPlatform(config, log);
  const app = await createApp(platform, { pages: pages ? 'built' : 'none', rateScale: RATE_SCALE });
  await platform.jobs.start({ work: true });
  relay.start();
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const reply: StageReply = {
    port: (app.server.server.address() as AddressInfo).port,
    pid: process.pid,
    home,
    fans: await signIn(app.ctx, fans, 'member'),
    producers: await signIn(app.ctx, producers, 'approved'),
  };
  await transaction(platform.db, async (tx) => {
    for (const { profileId } of [...reply.fans, ...reply.producers])
      await app.ctx.ledger.openAccounts(tx, profileId);
  });
  if (balance > 0) await fill(app.ctx.ledger, reply.fans, balance);
  process.send?.(reply);
  process.once('disconnect', async () => {
    await app.close();
    await platform.jobs.stop();
    await relay.stop();
    await close();
    process.exit(0);
  });
};

process.once('message', (request) => void serve(request as StageRequest));
