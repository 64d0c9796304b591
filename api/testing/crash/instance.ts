// Boots of the application within one process, of which one at a time runs. One that is cut off
// leaves to the database, the bank and its callers what a killed process leaves: its connections
// end at once, and nothing of it reaches anything outside any more.
import type { Server } from 'node:http';
import pg from 'pg';

/** One boot of the application. */
export type Instance = {
  dead: boolean;
  clients: Set<pg.Client>;
  server: Server | null;
};

const instances: Instance[] = [];
/** PostgreSQL's own parameter that the product does not use: it names a connection's instance. */
const PARAMETER = 'fallback_application_name';

/** An instance, and the address by which its connections to the database are recognized. */
export const newInstance = (databaseUrl: string): { instance: Instance; databaseUrl: string } => {
  const instance = { dead: false, clients: new Set<pg.Client>(), server: null };
  const url = new URL(databaseUrl);
  url.searchParams.set(PARAMETER, String(instances.push(instance) - 1));
  return { instance, databaseUrl: url.href };
};

export const instanceOf = (client: pg.Client): Instance | undefined => {
  const { connectionParameters } = client as unknown as {
    connectionParameters: Record<string, string | undefined>;
  };
  return instances[Number(connectionParameters[PARAMETER])];
};

/** What a call of a dead instance answers: nothing, so that its code does not go on. */
export const never = (): Promise<never> => new Promise(() => undefined);

/** PostgreSQL rolls back what was not committed and releases the locks, as for a killed process. */
export const cutOff = (instance: Instance): void => {
  instance.dead = true;
  for (const client of instance.clients) client.connection.stream.destroy();
  instance.server?.closeAllConnections();
  instance.server?.close();
};

/** Call it before anything connects: an instance that is dead opens no connection. */
export const refuseConnectionsOfTheDead = (): void => {
  const connect = pg.Client.prototype.connect as (...args: unknown[]) => unknown;
  pg.Client.prototype.connect = function (this: pg.Client, ...args: unknown[]) {
    const instance = instanceOf(this);
    if (instance?.dead) return never();
    instance?.clients.add(this);
    return connect.apply(this, args);
  } as typeof pg.Client.prototype.connect;
};

/** The same port, which does and answers nothing once its instance is dead. */
export const silentWhenDead = <Port extends object>(port: Port, instance: Instance): Port =>
  new Proxy(port, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value === 'function')
        return (...args: unknown[]): unknown =>
          instance.dead ? never() : Reflect.apply(value, target, args);
      return typeof value === 'object' && value !== null ? silentWhenDead(value, instance) : value;
    },
  });
