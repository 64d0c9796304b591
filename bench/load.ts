// Keeps connections busy with requests from a process of its own: `fork`ed by drive.ts, started by
// one message.
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';

/** Requests are random pairs of a head and a body, so that one plan holds a thousand people. */
export type LoadPlan = {
  port: number;
  connections: number;
  durationMs: number;
  /** `POST /path` or `GET /path`; of several each request takes any. */
  target: string | string[];
  /** Header lines of each caller. */
  callers: string[];
  /** JSON bodies; none for GET. */
  bodies: string[];
  /** Send a fresh Idempotency-Key with each. */
  keyed: boolean;
  /** Each body is sent once; when there are no more, the connection stops. */
  eachOnce?: boolean;
  /** Pause of each connection between an answer and its next request; none unless given. */
  pauseMs?: number;
};

export type LoadResult = {
  answered: number;
  refused: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  bytes: number;
};

const anyOf = (items: readonly string[]): string =>
  items[Math.floor(Math.random() * items.length)] ?? '';

const requestOf = ({ target, callers, bodies, keyed, eachOnce }: LoadPlan): string => {
  const body = eachOnce ? (bodies.pop() ?? '') : anyOf(bodies);
  const headers = [
    'host: bench',
    'x-origin: CAM',
    anyOf(callers),
    ...(keyed ? [`idempotency-key: ${randomUUID()}`] : []),
  ];
  if (body) headers.push('content-type: application/json', `content-length: ${body.length}`);
  return `${typeof target === 'string' ? target : anyOf(target)} HTTP/1.1\r\n${headers.filter(Boolean).join('\r\n')}\r\n\r\n${body}`;
};

const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

/**
 * Whole length of the first response in the text, once its head is there. A plain reader costs the
 * machine a tenth of a client library.
 */
const lengthOf = (text: string): number | undefined => {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = LENGTH.exec(text.slice(0, head + 2))?.[1];
  if (length === undefined) throw new Error(`a response without a length: ${text.slice(0, head)}`);
  return head + 4 + Number(length);
};

const keepBusy = (
  plan: LoadPlan,
  untilMs: number,
  took: number[],
  tally: LoadResult,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: plan.port, host: '127.0.0.1', noDelay: true });
    let received = '';
    let sentAt = 0;
    const send = (): void => {
      sentAt = performance.now();
      socket.write(requestOf(plan), 'latin1');
    };
    socket.setEncoding('latin1');
    socket.once('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk: string) => {
      received += chunk;
      const length = lengthOf(received);
      if (length === undefined || received.length < length) return;
      const now = performance.now();
      took.push(now - sentAt);
      tally.bytes += length;
      if (received.startsWith('HTTP/1.1 2')) tally.answered += 1;
      else tally.refused += 1;
      received = received.slice(length);
      if (now < untilMs && !(plan.eachOnce && plan.bodies.length === 0)) {
        if (plan.pauseMs) setTimeout(send, plan.pauseMs);
        else send();
        return;
      }
      socket.end();
      resolve();
    });
  });

const run = async (plan: LoadPlan): Promise<LoadResult> => {
  const tally: LoadResult = { answered: 0, refused: 0, seconds: 0, p50Ms: 0, p99Ms: 0, bytes: 0 };
  const took: number[] = [];
  const startMs = performance.now();
  await Promise.all(
    Array.from({ length: plan.connections }, () =>
      keepBusy(plan, startMs + plan.durationMs, took, tally),
    ),
  );
  took.sort((one, other) => one - other);
  const at = (part: number): number => took[Math.floor(took.length * part)] ?? Number.NaN;
  return {
    ...tally,
    seconds: (performance.now() - startMs) / 1_000,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
};

process.on('message', async (plan) => process.send?.(await run(plan as LoadPlan)));
