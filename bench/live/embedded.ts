// The embedded engine of live video, as bench/live/load.ts measures it.
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@camarim/contract/time';
import type { EmbeddedLive } from '../../api/platform/live/embedded/embedded-live.ts';
import { engineProcess } from '../../api/testing/live/engines.ts';
import type { LiveRole } from '../../api/platform/live/port.ts';
import type { MeasuredEngine } from './load.ts';

/** With a room of its own, at an engine that goes on. */
export const openEmbedded = async (live: EmbeddedLive, home: string): Promise<MeasuredEngine> => {
  const room = randomUUID();
  await live.createRoom({
    room,
    publisher: 'publisher',
    viewers: null,
    codec: 'h264',
    maxBitrateKbps: 2_500,
    maxViewers: 2_000,
  });
  const offer = (peer: string, role: LiveRole, sdp: string): Promise<string> => {
    const issuedAt = new Date();
    const expiresAt = new Date(issuedAt.getTime() + HOUR_MS);
    return live.offer({ room, peer, user: peer, role, issuedAt, expiresAt }, sdp);
  };
  return {
    pid: await engineProcess(home),
    publish: async (peers) =>
      peers.accept(
        'publisher',
        await offer('publisher', 'publisher', await peers.describe('publisher', 'publisher')),
      ),
    watch: async (peers, peer) =>
      peers.accept(peer, await offer(peer, 'viewer', await peers.describe(peer, 'viewer'))),
    close: () => live.endRoom(room, 'measured'),
  };
};
