// The whole application, killed by itself at a step chosen by its parent: `node top-up-server.ts`, configured like main.ts, for crash tests.
import pg from 'pg';
import { openPlatform } from '../adapters.ts';
import { createApp } from '../app.ts';
import { enter } from '../person.ts';
import { readConfig } from '../platform/config/config.ts';
import { createLogger } from '../platform/log/log.ts';
import type { Platform } from '../platform/platform.ts';

const STATEMENTS = {
  charge: /^\s*INSERT INTO charges\b/,
  code: /^\s*UPDATE charges SET status\b/,
  notification: /^\s*INSERT INTO inbound_events\b/,
  credit: /\bledger_post\(/,
};
type Statement = keyof typeof STATEMENTS;

/** `before` the statement is sent, before its transaction is committed, after it was; or around the call that makes a charge at the bank. */
export type Step = `${'before' | 'uncommitted' | 'committed'} ${Statement}` | 'before bank' | 'after bank';

/** What the parent says: where to die, who comes in, or to look at every charge that is due. */
export type Order = { die: Step } | { enter: string } | { look: true };
/** What it hears. */
export type Report = { ready: true } | { token: string; profileId: string };

let armed: Step | null = null;
const dieAt = (step: Step): void => {
  if (armed === step) process.kill(process.pid, 'SIGKILL');
};

const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
const written = new WeakMap<pg.Client, Statement[]>();

// Below everything of ours, so that the application itself knows nothing of steps.
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [first] = args;
  const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
  const statements = written.get(this) ?? [];
  if (/^begin|^start transaction|^rollback/i.test(text)) written.delete(this);
  for (const name of Object.keys(STATEMENTS) as Statement[]) {
    if (!STATEMENTS[name].test(text)) continue;
    dieAt(`before ${name}`);
    written.set(this, [...statements, name]);
  }
  if (!/^commit/i.test(text)) return send.apply(this, args);
  for (const name of statements) dieAt(`uncommitted ${name}`);
  return (send.apply(this, args) as Promise<unknown>).then((result) => {
    for (const name of statements) dieAt(`committed ${name}`);
    return result;
  });
} as typeof pg.Client.prototype.query;

const dyingAtTheBank = ({ pix }: Platform['payments']): Platform['payments'] => {
  if (!pix) throw new Error('the crash tests are about Pix');
  const createCharge: typeof pix.createCharge = async (request) => {
    dieAt('before bank');
    const report = await pix.createCharge(request);
    dieAt('after bank');
    return report;
  };
  return { pix: { ...pix, createCharge } };
};

const config = readConfig(process.env);
const { platform: opened, relay } = await openPlatform(config, createLogger({ level: config.LOG_LEVEL, format: 'json' }));
const platform: Platform = { ...opened, payments: dyingAtTheBank(opened.payments) };
const app = await createApp(platform, { pages: 'none', rateScale: 1_000 });
await platform.jobs.start({ work: true });
relay.start();
await app.server.listen({ host: config.HOST, port: config.PORT });
await app.announceWebhooks();

const tell = (report: Report): void => void process.send?.(report);
process.on('message', async (order: Order) => {
  if ('die' in order) armed = order.die;
  else if ('look' in order) await platform.jobs.enqueue(platform.db, 'funds.reconcile', {});
  else {
    const { token, profileId } = await enter(app.server, { username: order.enter, email: `${order.enter}@example.com`, name: `Nome ${order.enter}`, password: 'cavalo-bateria-grampo' });
    tell({ token: token ?? '', profileId });
  }
});
// A parent that is gone needs it no more.
process.on('disconnect', () => process.exit());
tell({ ready: true });
