// The application killed at every step of sending a message by rule: its receiver gets it, once.
import { beforeAll, expect, it } from 'vitest';
import { until } from '../../../testing/until.ts';
import { type KilledApp, killedApp, type Step } from '../../../testing/crash/killed-app.ts';

/** A busy machine needs seconds to start the application again. */
const PATIENCE_MS = 180_000;

let app: KilledApp;
let lia: { token: string; profileId: string };
beforeAll(async () => {
  app = await killedApp();
  lia = await app.signIn('lia', 1_000);
  await app.call('POST', '/profiles/welcome', lia.token, { body: { message: 'Oi, {nome}!' } });
}, PATIENCE_MS);

const STEPS: Step[] = ['before automatic', 'uncommitted message', 'committed message'];

it.each(STEPS)(
  'the welcome message is sent once by an application that is killed at "%s"',
  async (step) => {
    const fan = await app.signIn(`segue.${STEPS.indexOf(step)}`);
    const died = app.dieAt(step);
    const follow = (following: boolean) =>
      app.call('POST', `/profiles/${lia.profileId}/follow`, fan.token, { body: { following } });
    await follow(true);
    await until(died, PATIENCE_MS);
    await app.restartWhenDead();
    app.send({ look: 'chats.sendAutomatic' });
    const received = async () => {
      const { rows } = await app.database.pool.query(
        `SELECT m.text, m.seq::int FROM messages m WHERE m.receiver_id = $1`,
        [fan.profileId],
      );
      return rows;
    };
    await until(async () => (await received()).length > 0, PATIENCE_MS);
    await follow(false);
    await follow(true);
    app.send({ look: 'chats.sendAutomatic' });
    const isQuiet = async () => {
      const { rows } = await app.database.pool.query(
        `SELECT FROM pgboss.job WHERE name LIKE 'chats.%'
          AND state IN ('created', 'retry', 'active') AND start_after <= now()`,
      );
      return rows.length === 0;
    };
    await until(isQuiet, PATIENCE_MS);
    expect(await received()).toEqual([{ text: `Oi, Nome segue.${STEPS.indexOf(step)}!`, seq: 1 }]);
  },
  PATIENCE_MS,
);
