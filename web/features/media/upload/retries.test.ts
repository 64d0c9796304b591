// Retries: how often, after which errors, and waiting for the network.
import { afterEach, expect, test, vi } from 'vitest';
import { withRetries } from './retries.ts';
import { UploadError } from './send-bytes.ts';

afterEach(() => vi.unstubAllGlobals());

/** Fails with each status in turn, then succeeds. */
const failing = (...statuses: number[]) => {
  let attempts = 0;
  const attempt = async (): Promise<string> => {
    const status = statuses[attempts];
    attempts += 1;
    if (status !== undefined) throw new UploadError(status, 'Broken');
    return 'sent';
  };
  return { attempt, attempts: () => attempts };
};
const never = new AbortController().signal;

test.each([0, 408, 429, 500, 503])(
  'an attempt that fails with status %i is retried',
  async (status) => {
    const { attempt } = failing(status, status);
    expect(await withRetries(attempt, never, [1, 1])).toBe('sent');
  },
);

test.each([400, 403, 404, 413])(
  'an attempt that fails with status %i is not retried',
  async (status) => {
    const { attempt, attempts } = failing(status);
    await expect(withRetries(attempt, never, [1, 1])).rejects.toMatchObject({ status });
    expect(attempts()).toBe(1);
  },
);

test('an attempt that keeps failing is given up after the last delay', async () => {
  const { attempt, attempts } = failing(500, 500, 500, 500);
  await expect(withRetries(attempt, never, [1, 1])).rejects.toMatchObject({ status: 500 });
  expect(attempts()).toBe(3);
});

test('attempts wait while the browser is offline, and time offline does not count', async () => {
  const network = Object.assign(new EventTarget(), { onLine: true });
  vi.stubGlobal('navigator', network);
  vi.stubGlobal('window', network);
  let attempts = 0;
  const sent = withRetries(
    async () => {
      attempts += 1;
      if (attempts > 1) return 'sent';
      network.onLine = false;
      throw new UploadError(0, 'NetworkError');
    },
    never,
    [],
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(attempts).toBe(1);
  network.onLine = true;
  network.dispatchEvent(new Event('online'));
  expect(await sent).toBe('sent');
});

test('a cancelled upload does not wait for the next attempt', async () => {
  const cancelling = new AbortController();
  const { attempt } = failing(500);
  const sent = withRetries(attempt, cancelling.signal, [60_000]);
  setTimeout(() => cancelling.abort(new DOMException('cancelled', 'AbortError')), 10);
  await expect(sent).rejects.toThrow('cancelled');
});
