// Watches a show as long as its screen is open, and opens it again when the producer is back.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { KeptConnection, Link } from '../media/keep-connected.ts';
import { watch } from '../media/watch.ts';
import { iceServersQuery } from '../queries.ts';

export type WatchingState = { stream: MediaStream | null; link: Link; error: unknown };

/** `onAir` false: waits. `address`: another one than that of the show. */
export const useWatching = (
  liveId: string,
  onAir: boolean,
  address?: string,
): WatchingState & { restart(): void } => {
  const client = useQueryClient();
  const [state, setState] = useState<WatchingState>({
    stream: null,
    link: 'connecting',
    error: null,
  });
  const kept = useRef<KeptConnection | null>(null);

  useEffect(() => {
    if (!onAir) return;
    const running = watch({
      liveId,
      ...(address !== undefined && { address }),
      iceServers: () => client.fetchQuery(iceServersQuery(liveId)),
      onStream: (stream) => setState((before) => ({ ...before, stream })),
      onLink: (link, error = null) => setState((before) => ({ ...before, link, error })),
    });
    kept.current = running;
    return () => {
      kept.current = null;
      running.stop();
    };
  }, [liveId, onAir, address, client]);

  return { ...state, restart: () => kept.current?.restart() };
};
