// The outbox of realtime events and of changes of access: written in the transaction that causes
// them, published after its commit.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccessChange, Bus, RealtimeMessage } from '../bus/port.ts';
import type { Database } from '../database/database.ts';
import { afterCommit } from '../database/transaction.ts';
import type { Logger } from '../log/log.ts';
import { addAccessChange, addEvents, type OutboxEntry, takeEvents } from './store.ts';

export type Outbox = {
  /** Writes events with the caller's transaction; its commit wakes the relay. */
  publish(tx: Database, ...events: RealtimeMessage[]): Promise<void>;
  /**
   * Sockets that lose access with the caller's transaction leave their topics after it committed.
   */
  changeAccess(tx: Database, change: AccessChange): Promise<void>;
  /**
   * Wakes the relay: it polls at once instead of at its next interval. Only for events that other
   * statements than `publish` wrote.
   */
  nudge(): void;
};

export type Relay = {
  /**
   * Polls from now on: at every nudge, and each second for what another process wrote or an earlier
   * one left.
   */
  start(): void;
  /** Finishes the batch in hand and polls no more. */
  stop(): Promise<void>;
};

const POLL_MS = 1_000;
const BATCH = 200;
/**
 * Delay after a nudge that comes during a poll, so that the next poll has the events of several
 * commits.
 */
const GATHER_MS = 5;

/**
 * The outbox and its relay. Each event is handed to the bus at least once: a process killed between
 * handing over and deleting hands it over again. Events that were written in order, because their
 * writers waited for each other's row locks, are handed over in that order. Of equal events in one
 * batch only the last is sent, for they all say "fetch again".
 *
 * Start the relay where the bus reaches the sockets: in the process that has them, or anywhere when
 * processes share a bus.
 */
export const createOutbox = ({
  db,
  bus,
  log,
  pollMs = POLL_MS,
}: {
  db: Database;
  bus: Bus;
  log: Pick<Logger, 'warn' | 'info'>;
  /** The interval between polls without a nudge; a second unless given. */
  pollMs?: number;
}): Outbox & { relay: Relay } => {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let failing = false;

  const drain = async (): Promise<void> => {
    for (;;) {
      again = false;
      while ((await takeEvents(db, BATCH, (events) => publishBatch(bus, events))) === BATCH);
      if (!again) return;
      await sleep(GATHER_MS);
    }
  };
  const run = async (): Promise<void> => {
    try {
      await drain();
      if (failing) log.info('events are relayed again');
      failing = false;
    } catch (error) {
      // The events stay; once per outage, because the next poll is a second away.
      if (!failing) log.warn({ err: error }, 'events wait in the outbox');
      failing = true;
    }
  };
  const poll = (): void => {
    if (timer === undefined) return;
    again = true;
    running ??= run().finally(() => {
      running = undefined;
      // A nudge that came after the last poll and before this line.
      if (again) poll();
    });
  };

  return {
    publish: async (tx, ...events) => {
      await addEvents(tx, events);
      afterCommit(tx, poll);
    },
    changeAccess: async (tx, change) => {
      await addAccessChange(tx, change);
      afterCommit(tx, poll);
    },
    nudge: poll,
    relay: {
      start() {
        timer ??= setInterval(poll, pollMs);
        poll();
      },
      async stop() {
        clearInterval(timer);
        timer = undefined;
        again = false;
        await running;
      },
    },
  };
};

async function publishBatch(bus: Bus, entries: OutboxEntry[]): Promise<void> {
  const newest = new Map<string, OutboxEntry>();
  for (const entry of entries) {
    const text = JSON.stringify(entry);
    // Taken out first, so that it stands where the last of its equals was.
    newest.delete(text);
    newest.set(text, entry);
  }
  for (const { channel, message } of newest.values()) await bus.publish(channel, message);
}
