// Keeps one connection to the media of a show: opens it, notices when it is lost, opens it again.
import { ApiError } from '../../../client/api/errors.ts';
import { rememberConnection } from './open-connections.ts';
import { endConnection } from './signalling.ts';

/**
 * `unreachable`: the engine answered, but no connection to it came about, as where a network blocks
 * UDP; it is tried again. `refused`: trying again changes nothing; `ended`: there is no such show
 * any more.
 */
export type Link = 'connecting' | 'connected' | 'lost' | 'unreachable' | 'refused' | 'ended';

export type OpenConnection = { pc: RTCPeerConnection; resource: string };

export type KeptConnection = {
  /** Opens a new connection at once, in the place of the present one. */
  restart(): void;
  /** Ends the connection, here and on the server. */
  stop(): void;
};

type Options = {
  liveId: string;
  open: (signal: AbortSignal) => Promise<OpenConnection>;
  /** Called each second of a connection; false when media do not arrive any more. */
  check: (pc: RTCPeerConnection) => Promise<boolean>;
  onLink: (link: Link, error?: unknown) => void;
};

const CHECK_MS = 1_000;
/** A change of network looks like this for a moment, and often heals. */
const DISCONNECTED_MS = 2_000;
const CONNECT_MS = 8_000;
const RETRY_MS = [300, 1_000, 2_000, 3_000] as const;

const isEnd = (error: unknown): boolean =>
  error instanceof ApiError && ['live.notFound', 'profile.notFound'].includes(error.code);

/** Not on air yet, busy, or no answer: these pass. */
const passes = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.code === 'live.notOnAir' ||
  error.status === 429 ||
  (error.status >= 500 && error.code !== 'live.full');

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/** Resolves when the connection is lost, or the signal aborts: whether it ever was there. */
const untilLost = async (
  { pc }: OpenConnection,
  { check, onLink }: Options,
  signal: AbortSignal,
): Promise<boolean> => {
  let wasConnected = false;
  let unsteadySinceMs = performance.now();
  while (!signal.aborted) {
    const state = pc.connectionState;
    const nowMs = performance.now();
    if (state === 'failed' || state === 'closed') break;
    if (state === 'connected') {
      if (unsteadySinceMs !== Infinity) onLink('connected');
      unsteadySinceMs = Infinity;
      wasConnected = true;
      if (!(await check(pc))) break;
    } else {
      if (unsteadySinceMs === Infinity) unsteadySinceMs = nowMs;
      if (nowMs - unsteadySinceMs > (wasConnected ? DISCONNECTED_MS : CONNECT_MS)) break;
    }
    await nextCheck(pc, signal);
  }
  return wasConnected;
};

/**
 * After a second, or earlier when the connection changes. A show lasts for hours: no listener
 * stays.
 */
const nextCheck = async (pc: RTCPeerConnection, signal: AbortSignal): Promise<void> => {
  const check = new AbortController();
  const end = () => check.abort();
  pc.addEventListener('connectionstatechange', end, { signal: check.signal });
  signal.addEventListener('abort', end, { signal: check.signal });
  await sleep(signal.aborted ? 0 : CHECK_MS, check.signal);
  check.abort();
};

const close = ({ pc, resource }: OpenConnection): void => {
  pc.close();
  endConnection(resource);
};

/** Opens the connection and keeps it until it is stopped, refused, or the show has ended. */
export const keepConnected = (options: Options): KeptConnection => {
  const { open, onLink } = options;
  const life = new AbortController();
  let attempt = new AbortController();
  let opened: OpenConnection | null = null;
  let failures = 0;
  let isUnreachable = false;

  const wait = (signal: AbortSignal): Promise<void> => {
    failures += 1;
    return sleep(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 0, signal);
  };
  const tryOnce = async (): Promise<boolean> => {
    attempt = new AbortController();
    const signal = AbortSignal.any([life.signal, attempt.signal]);
    if (!isUnreachable) onLink(failures === 0 ? 'connecting' : 'lost');
    try {
      opened = await open(signal);
      const wasConnected = await untilLost(opened, options, signal);
      isUnreachable = !wasConnected && !signal.aborted;
      if (wasConnected) failures = 1;
      else if (isUnreachable) {
        onLink('unreachable');
        await wait(signal);
      }
    } catch (error) {
      if (life.signal.aborted) return false;
      if (isEnd(error)) return (onLink('ended', error), false);
      if (!signal.aborted && !passes(error)) return (onLink('refused', error), false);
      await wait(signal);
    } finally {
      if (opened) close(opened);
      opened = null;
    }
    return !life.signal.aborted;
  };
  const run = async (): Promise<void> => {
    while (await tryOnce());
  };

  const restart = (): void => attempt.abort();
  const onHide = (): void => {
    if (opened) endConnection(opened.resource);
  };
  // A page that the browser kept and shows again has lost its connection.
  const onShow = (event: PageTransitionEvent): void => {
    if (event.persisted) restart();
  };
  window.addEventListener('pagehide', onHide);
  window.addEventListener('pageshow', onShow);
  window.addEventListener('online', restart);
  // An offer that waits for its answer waits for the new engine.
  const forget = rememberConnection(options.liveId, () => {
    if (opened) restart();
  });
  void run();
  return {
    restart,
    stop() {
      life.abort();
      forget();
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onShow);
      window.removeEventListener('online', restart);
    },
  };
};
