// What viewers read by HLS, gathered for a moment and stored together.
import type { PeerId } from '@camarim/contract/features/lives/media';
import type { Ctx } from '../../../context.ts';
import { type Reads, storeReads } from './hls-visits-store.ts';

/** So much of what was read is lost with the process, and never billed. */
const GATHER_MS = 1_000;

export type ReadLog = {
  add(peer: PeerId, segment: { sequence: number; durationMs: number }): void;
  /** Stores what was gathered. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

export const createReadLog = (ctx: Ctx): ReadLog => {
  const gathered = new Map<PeerId, Reads>();
  let timer: NodeJS.Timeout | null = null;
  const flush = async (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    const reads = [...gathered.values()];
    gathered.clear();
    if (reads.length > 0) await storeReads(ctx.db, reads);
  };
  return {
    add(peer, segment) {
      const readAt = ctx.clock.now();
      const segments = [...(gathered.get(peer)?.segments ?? []), segment];
      gathered.set(peer, { peer, readAt, segments });
      timer ??= setTimeout(() => {
        flush().catch((error: unknown) =>
          ctx.log.warn({ err: error }, 'what viewers of HLS read was not stored'),
        );
      }, GATHER_MS);
    },
    flush,
    close: flush,
  };
};
