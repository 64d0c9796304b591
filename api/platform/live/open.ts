// Which engine carries live video.
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { readPortRange } from '../config/live-settings.ts';
import type { Platform } from '../platform.ts';
import { embeddedLive } from './embedded/embedded-live.ts';
import { hasNativeEngine } from './embedded/native.ts';
import { iceServersOf } from './ice-servers.ts';
import type { OutputMaker } from './livekit/outputs.ts';
import type { LiveEngine } from './port.ts';
import { unavailableLive } from './unavailable.ts';

/** Receives rooms of LiveKit to make segments and frames of them: no browser connects to it. */
const outputMaker = ({
  config: { home, LIVE_BIND_ADDRESS: bindAddress = '0.0.0.0' },
  clock,
  log,
}: Pick<Platform, 'config' | 'clock' | 'log'>): OutputMaker => ({
  engine: embeddedLive({
    home,
    clock,
    log,
    bindAddress,
    address: bindAddress,
    viewerPort: 0,
    publisherPorts: null,
    iceServers: () => [],
  }),
  home: createHash('sha256').update(`${hostname()} ${home}`).digest('hex').slice(0, 16),
});

/** Never throws: without an engine live video is off, and its health says why. */
export const openLive = async ({
  config,
  clock,
  log,
}: Pick<Platform, 'config' | 'clock' | 'log'>): Promise<LiveEngine> => {
  const iceServers = () => iceServersOf(config, clock);
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret } = config;
  if (url !== undefined && apiKey !== undefined && apiSecret !== undefined) {
    // Its libraries are loaded only where it is used.
    const { LiveKitLive } = await import('./livekit/livekit-live.ts');
    const maker = hasNativeEngine() ? outputMaker({ config, clock, log }) : null;
    return new LiveKitLive({ url, apiKey, apiSecret, clock, log, iceServers, maker });
  }
  const { LIVE_ADDRESS: address, LIVE_BIND_ADDRESS: bindAddress } = config;
  if (config.production && address === undefined)
    return unavailableLive('LIVE_ADDRESS: production needs the public address of live video');
  if (!hasNativeEngine())
    return unavailableLive(
      `node-datachannel has no program for ${process.platform} ${process.arch}: live video needs another machine, or LiveKit`,
    );
  return embeddedLive({
    home: config.home,
    clock,
    log,
    bindAddress: bindAddress ?? (address === undefined ? '127.0.0.1' : '0.0.0.0'),
    address: address ?? bindAddress ?? '127.0.0.1',
    viewerPort: config.LIVE_UDP_PORT,
    publisherPorts: config.LIVE_UDP_PORT === 0 ? null : readPortRange(config.LIVE_PUBLISHER_PORTS),
    iceServers,
  });
};
