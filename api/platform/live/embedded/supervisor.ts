// One engine at a time: found, started, and started again when it is lost.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../log/log.ts';
import type { LoggedEvent } from '../event-log.ts';
import { LiveError } from '../port.ts';
import type { EngineAddress, EngineCall, EngineOptions, EngineReply } from './calls.ts';
import { findEngine, obtainEngine } from './engine-process.ts';

export type SupervisorOptions = Omit<EngineOptions, 'folder' | 'fingerprint'> & {
  /** The folder of all state; the engine's is in `live` inside it. */
  home: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
};

const RETRY_FIRST_MS = 100;
const RETRY_MOST_MS = 30_000;
const CALL_TIMEOUT_MS = 10_000;

const authorized = ({ token }: EngineAddress) => ({ authorization: `Bearer ${token}` });

/** Rejects when nothing answered: the engine has ended. */
const send = async (
  engine: EngineAddress,
  call: EngineCall,
  argument: unknown,
): Promise<EngineReply> => {
  const response = await fetch(`http://127.0.0.1:${engine.port}/${call}`, {
    method: 'POST',
    headers: authorized(engine),
    body: JSON.stringify(argument),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the engine of live video answered ${response.status}`);
  return (await response.json()) as EngineReply;
};

/** The events as they come, until the engine ends. */
async function* readEvents(
  engine: EngineAddress,
  from: string | null,
  signal: AbortSignal,
): AsyncGenerator<LoggedEvent, void> {
  const query = from === null ? '' : `?from=${from}`;
  const { body } = await fetch(`http://127.0.0.1:${engine.port}/events${query}`, {
    headers: authorized(engine),
    signal,
  });
  const decoder = new TextDecoder();
  let held = '';
  for await (const chunk of body ?? []) {
    const lines = (held + decoder.decode(chunk, { stream: true })).split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as LoggedEvent;
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export class Supervisor {
  readonly #options: Omit<EngineOptions, 'fingerprint'>;
  readonly #log: SupervisorOptions['log'];
  readonly #closing = new AbortController();
  /** Resolved when an engine is needed for the first time. */
  readonly #wanted = Promise.withResolvers<void>();
  readonly #supervising: Promise<void>;
  #current: EngineAddress | null = null;
  #obtaining: Promise<EngineAddress> | null = null;
  #obtained = false;
  #problem: string | null = null;

  constructor({ home, log, ...options }: SupervisorOptions) {
    this.#options = { ...options, folder: join(home, 'live') };
    this.#log = log;
    this.#closing.signal.addEventListener('abort', () => this.#wanted.resolve());
    this.#supervising = this.#supervise();
  }

  /** No room was ever needed. */
  isIdle(): boolean {
    return this.#current === null && this.#obtaining === null && this.#problem === null;
  }

  /** Why there is no engine, if the last attempt to start one failed. */
  problem(): string | null {
    return this.#problem;
  }

  /**
   * The engine's reply. Asks once more when the engine was lost, because no effect of a call
   * outlasts it but those of calls that may be repeated. Throws LiveError `unavailable`.
   */
  async ask(call: EngineCall, argument: unknown, tries = 2): Promise<EngineReply> {
    const engine = await this.#running();
    try {
      return await send(engine, call, argument);
    } catch (error) {
      this.#lost(engine);
      if (tries > 1) return this.ask(call, argument, tries - 1);
      throw new LiveError('unavailable', messageOf(error));
    }
  }

  /** Follows the engine from when it is first needed, and starts it again when it is lost. */
  async *follow(start: string | null, ended?: AbortSignal): AsyncGenerator<LoggedEvent, void> {
    const signal = AbortSignal.any([this.#closing.signal, ...(ended ? [ended] : [])]);
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
    let from = start;
    let waitMs = RETRY_FIRST_MS;
    await Promise.race([this.#wanted.promise, aborted]);
    while (!signal.aborted) {
      let engine: EngineAddress | null = null;
      try {
        engine = await this.#running();
        for await (const event of readEvents(engine, from, signal)) {
          waitMs = RETRY_FIRST_MS;
          from = event.id;
          yield event;
        }
      } catch (error) {
        if (engine === null && !signal.aborted)
          this.#log.error({ problem: messageOf(error) }, 'live video is down');
      }
      if (engine && !signal.aborted) this.#lost(engine);
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
      waitMs = Math.min(waitMs * 2, RETRY_MOST_MS);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#supervising;
    const engine = this.#current ?? (await this.#obtaining?.catch(() => null)) ?? null;
    // An engine that has ended needs no release.
    if (engine) await send(engine, 'release', null).catch(() => undefined);
  }

  async #supervise(): Promise<void> {
    // An engine that a former process left behind is taken over, or replaced by one of ours.
    if (await findEngine(this.#options.folder)) this.#wanted.resolve();
    for await (const { happening } of this.follow(null))
      if (happening.type === 'engine.restarted')
        this.#log.warn('the engine of live video was started again');
  }

  async #running(): Promise<EngineAddress> {
    if (this.#closing.signal.aborted) throw new LiveError('unavailable', 'the application ends');
    this.#wanted.resolve();
    return this.#current ?? (this.#obtaining ??= this.#obtain());
  }

  async #obtain(): Promise<EngineAddress> {
    try {
      this.#current = await obtainEngine(this.#options, { replace: !this.#obtained });
      this.#obtained = true;
      this.#problem = null;
      return this.#current;
    } catch (error) {
      this.#problem = messageOf(error);
      throw new LiveError('unavailable', this.#problem);
    } finally {
      this.#obtaining = null;
    }
  }

  #lost(engine: EngineAddress): void {
    if (this.#current === engine) this.#current = null;
  }
}
