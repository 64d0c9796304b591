// A viewer without receiver reports, of whom nothing can be billed, does not watch on in pieces.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { RTCDtlsTransport } from 'werift';
import { embeddedOn } from '../../../testing/live/engines.ts';
import { publishTo, watchFrom } from '../../../testing/live/peers.ts';
import { until } from '../../../testing/until.ts';
import { fakeClock } from '../../clock/fake.ts';
import { LiveError, type LiveGrant, type LiveRole } from '../port.ts';

const ROOM = {
  room: 'room',
  publisher: 'iris',
  viewers: null,
  codec: 'h264',
  maxBitrateKbps: 2_500,
  maxViewers: 20,
} as const;

const home = await mkdtemp(join(tmpdir(), 'camarim-live-'));
const live = embeddedOn(home);
afterAll(async () => {
  vi.restoreAllMocks();
  await live.close();
  await rm(home, { recursive: true, force: true });
});

const grant = (role: LiveRole, user: string): LiveGrant => {
  const issuedAt = fakeClock().now();
  const expiresAt = new Date(issuedAt.getTime() + 60_000);
  return { room: 'room', role, user, peer: `peer-${randomUUID()}`, issuedAt, expiresAt };
};
const watch = (user: string) => watchFrom((sdp) => live.offer(grant('viewer', user), sdp));

test('a viewer who sends no receiver report is refused after a few connections of six seconds', async () => {
  await live.createRoom(ROOM);
  const publisher = await publishTo((sdp) => live.offer(grant('publisher', 'iris'), sdp));
  vi.spyOn(RTCDtlsTransport.prototype, 'sendRtcp').mockResolvedValue(0);
  let fed = 0;
  const watchOn = async () => {
    for (let connections = 0; connections < 12; connections += 1) {
      const viewer = await watch('davi');
      await until(async () => (await live.viewers('room')).length > 0);
      await until(async () => (await live.viewers('room')).length === 0, 15_000);
      fed += viewer.count('video') > 0 ? 1 : 0;
      await viewer.close();
    }
  };
  const refusal: unknown = await watchOn().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(LiveError);
  expect(refusal).toMatchObject({ reason: 'unreported' });
  expect(fed).toBeGreaterThanOrEqual(2);
  expect(fed).toBeLessThanOrEqual(8);
  await (await watch('malu')).close();
  await publisher.close();
}, 150_000);
