// Watches a show as long as its screen is open, and opens it again when the producer is back. Where a
// room is too large for one machine, the API sends the viewer to HLS.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../client/api/api.ts';
import { ApiError } from '../../../client/api/errors.ts';
import type { KeptConnection, Link } from '../media/keep-connected.ts';
import { endConnection } from '../media/signalling.ts';
import { watch } from '../media/watch.ts';
import { iceServersQuery } from '../queries.ts';

export type WatchingState = {
  stream: MediaStream | null;
  /** Address of an HLS playlist, in the place of a stream. */
  playlist: string | null;
  link: Link;
  error: unknown;
};

const wantsHls = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'live.useHls' || error.code === 'live.full');

/** `onAir` false: waits. `address`: another one than that of the show. */
export const useWatching = (
  liveId: string,
  onAir: boolean,
  address?: string,
): WatchingState & { restart(): void } => {
  const client = useQueryClient();
  const [state, setState] = useState<WatchingState>({
    stream: null,
    playlist: null,
    link: 'connecting',
    error: null,
  });
  const kept = useRef<KeptConnection | null>(null);

  useEffect(() => {
    if (!onAir) return;
    let visit = '';
    const watchByHls = async () => {
      const { data } = await call('POST /lives/{id}/hls', { params: { id: liveId }, own: [409] });
      visit = `/api/lives/${liveId}/whep/${data.peer}`;
      setState((before) => ({ ...before, playlist: data.playlist, link: 'connected' }));
    };
    const running = watch({
      liveId,
      ...(address !== undefined && { address }),
      iceServers: () => client.fetchQuery(iceServersQuery(liveId)),
      onStream: (stream) => setState((before) => ({ ...before, stream, playlist: null })),
      onLink: (link, error = null) => {
        setState((before) => ({ ...before, link, error }));
        if (link === 'refused' && wantsHls(error)) void watchByHls().catch(() => undefined);
      },
    });
    kept.current = running;
    const leave = () => endConnection(visit);
    window.addEventListener('pagehide', leave);
    return () => {
      kept.current = null;
      running.stop();
      leave();
      window.removeEventListener('pagehide', leave);
    };
  }, [liveId, onAir, address, client]);

  return { ...state, restart: () => kept.current?.restart() };
};
