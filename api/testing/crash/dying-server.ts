// The whole application, dying at a step chosen by its parent: `node dying-server.ts`, configured
// like main.ts. It kills its process, or it is cut off and another is booted in the same process,
// which takes a fraction of a start's time.
import { randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { openPlatform } from '../../adapters.ts';
import { type App, createApp } from '../../app.ts';
import { DEMO_HOME } from '../../demo/cast.ts';
import { setStaffRole } from '../../features/auth/index.ts';
import { approveProducer } from '../../features/profiles/index.ts';
import { insertApprovedIdentity } from '../../features/verifications/index.ts';
import { registerOrLogIn, type ApiClient } from '../../api-client.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createLogger } from '../../platform/log/log.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ScriptedEngine, scriptedEngine } from '../live/scripted-engine.ts';
import { type Instance, newInstance } from './instance.ts';
import { type Crash, dieAmongStatements, dieNextAt, dyingAtTheBank, type Step } from './steps.ts';

/**
 * Commands of the parent: boot again after a cut, what the live engine delivers to whom, where to
 * die and how, who signs in (with earnings to pay out, or as an administrator), or a poll of
 * everything that is due.
 */
export type ServerCommand =
  | { boot: true }
  | { die: Step; crash: Crash }
  | { enter: string; earned?: number; admin?: true }
  | { deliver: { room: string; user: string; publisher: string } }
  | {
      look:
        | 'funds.reconcile'
        | 'funds.reconcileCashOuts'
        | 'funds.reconcileRefunds'
        | 'subscriptions.renew'
        | 'chats.sendAutomatic';
    };
/** Messages to the parent. */
export type ServerReport =
  | { ready: true }
  | { cutOff: true }
  | { token: string; profileId: string };

const PASSWORD = 'zqkvwjxrtp';

const sendReport = (report: ServerReport): void => void process.send?.(report);
// A parent that is gone needs it no more.
process.on('disconnect', () => process.exit());
// A process that is killed keeps nothing.
flushCompileCache();
dieAmongStatements();

type BootedApp = { platform: Platform; app: App; instance: Instance; engine: ScriptedEngine };

const boot = async (): Promise<BootedApp> => {
  const { instance, databaseUrl } = newInstance(process.env['DATABASE_URL'] ?? '');
  const config = readConfig({ ...process.env, DATABASE_URL: databaseUrl });
  const { platform: opened, relay } = await openPlatform(
    config,
    createLogger({ level: config.LOG_LEVEL, format: 'json' }),
  );
  const engine = scriptedEngine(opened.clock, 'up');
  const platform: Platform = {
    ...opened,
    live: engine,
    payments: dyingAtTheBank(opened.payments, instance),
  };
  const app = await createApp(platform, { pages: 'none', rateScale: 1_000 });
  instance.server = app.server.server;
  await platform.jobs.start({ work: true });
  relay.start();
  await app.server.listen({ host: config.HOST, port: config.PORT });
  await app.announceWebhooks();
  return { platform, app, instance, engine };
};

/** A machine that is too busy for the database to answer in time is no crash of the application. */
const bootPatiently = async (tries = 3): Promise<BootedApp> =>
  boot().catch((error: unknown) => {
    if (tries === 1) throw error;
    return bootPatiently(tries - 1);
  });

let { platform, app, instance, engine } = await bootPatiently();

/** Enqueues a poll of everything that is due; one that is cut off is lost, as the test expects. */
const look = async (job: Extract<ServerCommand, { look: unknown }>['look']): Promise<void> => {
  const asked = instance;
  await platform.jobs.enqueue(platform.db, job, {}).catch((error: unknown) => {
    if (!asked.dead) throw error;
  });
};

const signIn = (name: string): Promise<ApiClient> =>
  registerOrLogIn(app.server, {
    username: name,
    email: `${name}@example.com`,
    name: `Nome ${name}`,
    password: PASSWORD,
  });

/** A producer with a Pix key, just proved, whose tips of `earned` were released. */
const signInWithEarnings = async (name: string, earned: number): Promise<ApiClient> => {
  const profileId = (await signIn(name)).profileId;
  const fanId = (await signIn(`fan-${name}`)).profileId;
  const [fullName, document, amount] = ['Íris Veludo da Silva', '52998224725', centavos(earned)];
  await approveProducer(platform, name);
  await insertApprovedIdentity(app.ctx, platform.db, profileId, {
    fullName,
    document,
    celphone: '+5511987654321',
    birthDate: '1996-03-14',
    ...DEMO_HOME,
  });
  const producer = await signIn(name);
  await producer.call('POST /auth/step-up', { body: { password: PASSWORD } });
  await producer.call('POST /banks', {
    body: {
      isPix: true,
      pix: `${name}@example.com`,
      holderName: fullName,
      holderDocument: document,
    },
  });
  await app.ctx.ledger.post({
    kind: 'topUp',
    chargeId: randomUUID() as ChargeId,
    profileId: fanId,
    gateway: 'pix',
    amount,
  });
  await app.ctx.ledger.post({
    kind: 'tip',
    key: name,
    fromId: fanId,
    toId: profileId,
    postId: null,
    amount,
    feeBps: 0,
  });
  await app.ctx.ledger.fold();
  for (const { at } of (await app.ctx.ledger.earningsOf(profileId)).releases)
    await app.ctx.ledger.post({ kind: 'release', key: name, profileId, releaseAt: at, amount });
  return producer;
};

/** An administrator who has just proved who they are. */
const signInAsAdmin = async (name: string): Promise<ApiClient> => {
  await signIn(name);
  await setStaffRole(platform, name, 'owner', 'for a crash test');
  const admin = await signIn(name);
  await admin.call('POST /auth/step-up', { body: { password: PASSWORD } });
  return admin;
};

process.on('message', async (order: ServerCommand) => {
  if ('die' in order) dieNextAt(order.die, order.crash, () => sendReport({ cutOff: true }));
  else if ('boot' in order) {
    ({ platform, app, instance, engine } = await bootPatiently());
    sendReport({ ready: true });
  } else if ('deliver' in order) {
    const { room, user, publisher } = order.deliver;
    engine.send(room, publisher);
    engine.receive(room, user);
  } else if ('look' in order) await look(order.look);
  else {
    const { token, profileId } = await (order.admin
      ? signInAsAdmin(order.enter)
      : order.earned === undefined
        ? signIn(order.enter)
        : signInWithEarnings(order.enter, order.earned));
    sendReport({ token: token ?? '', profileId });
  }
});
sendReport({ ready: true });
