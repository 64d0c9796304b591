// A relay that kills its own process at a chosen step, for crash tests:
// `node outbox-relay.ts DATABASE_URL FILE STEP`.
import { appendFileSync } from 'node:fs';
import type { Bus } from '../platform/bus/port.ts';
import { connectDatabase } from '../platform/database/database.ts';
import { createOutbox } from '../platform/outbox/outbox.ts';

/**
 * `before`: an event was read and not yet handed over; `after`: handed over and not yet deleted;
 * `never` ends in peace.
 */
type Step = 'before' | 'after' | 'never';

const [databaseUrl = '', file = '', step = 'never'] = process.argv.slice(2) as [
  string?,
  string?,
  Step?,
];
const die = (): void => void process.kill(process.pid, 'SIGKILL');
const KILLED_AT = 3;

let handedOver = 0;
const bus: Bus = {
  async publish(_channel, message) {
    handedOver += 1;
    if (step === 'before' && handedOver === KILLED_AT) die();
    appendFileSync(file, `${JSON.stringify(message)}\n`);
    if (step === 'after' && handedOver === KILLED_AT) die();
  },
  subscribe: () => () => undefined,
  close: async () => undefined,
};

const { db, close } = connectDatabase(databaseUrl, { max: 2 });
const outbox = createOutbox({ db, bus, log: { info() {}, warn() {} } });
outbox.relay.start();
const left = async (): Promise<number> =>
  (await db.selectFrom('outbox').select('id').execute()).length;
while ((await left()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
await outbox.relay.stop();
await close();
