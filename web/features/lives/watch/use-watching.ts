// Watches a show as long as its screen is open, and opens it again when the producer is back. Where a
// room is too large for one machine, the API sends the viewer to HLS; and a browser without the codec of
// the show, such as Firefox without its plugin for H264, plays that, too.
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

const isRefusal = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof ApiError && codes.includes(error.code);

/** Between the end of a playback by HLS and the next one, and between requests for one. */
const AGAIN_MS = 3_000;

/** The producer is away for the moment, or there was no answer. */
const passes = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.code === 'live.notOnAir' ||
  error.status === 429 ||
  error.status >= 500;

type Options = {
  /** Another one than that of the show. */
  address?: string;
  /** A browser without the codec may watch some seconds behind. */
  mayDelay?: boolean;
};

/** `onAir` false: waits. */
export const useWatching = (
  liveId: string,
  onAir: boolean,
  { address, mayDelay = false }: Options = {},
): WatchingState & { restart(): void; onPlaylistEnd(): void } => {
  const client = useQueryClient();
  const [state, setState] = useState<WatchingState>({
    stream: null,
    playlist: null,
    link: 'connecting',
    error: null,
  });
  const kept = useRef<KeptConnection | null>(null);
  const byHls = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (!onAir) return;
    let visit = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    /** Why WebRTC was refused. */
    let refusal: unknown = null;
    const watchByHls = async (): Promise<void> => {
      try {
        const { data } = await call('POST /lives/{id}/hls', { params: { id: liveId }, own: [409] });
        endConnection(visit);
        visit = `/api/lives/${liveId}/whep/${data.peer}`;
        if (left) return endConnection(visit);
        setState((before) => ({ ...before, playlist: data.playlist, link: 'connected' }));
      } catch (error) {
        if (left) return;
        const isFinal = !passes(error) || isRefusal(error, ['live.unavailable']);
        if (!isFinal) return byHlsLater();
        const why = isRefusal(refusal, ['live.badOffer']) ? refusal : error;
        setState((before) => ({ ...before, playlist: null, link: 'refused', error: why }));
      }
    };
    const byHlsLater = (): void => {
      clearTimeout(timer);
      setState((before) => ({ ...before, link: 'lost' }));
      timer = setTimeout(() => void watchByHls(), AGAIN_MS);
    };
    byHls.current = byHlsLater;
    const running = watch({
      liveId,
      ...(address !== undefined && { address }),
      iceServers: () => client.fetchQuery(iceServersQuery(liveId)),
      onStream: (stream) => setState((before) => ({ ...before, stream, playlist: null })),
      onLink: (link, error = null) => {
        const codes = ['live.useHls', 'live.full', ...(mayDelay ? ['live.badOffer'] : [])];
        const byHls = link === 'refused' && isRefusal(error, codes);
        setState((before) => ({ ...before, link: byHls ? 'connecting' : link, error }));
        if (!byHls) return;
        refusal = error;
        void watchByHls();
      },
    });
    kept.current = running;
    const leave = () => endConnection(visit);
    window.addEventListener('pagehide', leave);
    return () => {
      left = true;
      clearTimeout(timer);
      kept.current = null;
      byHls.current = null;
      running.stop();
      leave();
      window.removeEventListener('pagehide', leave);
    };
  }, [liveId, onAir, address, mayDelay, client]);

  return {
    ...state,
    restart: () => kept.current?.restart(),
    onPlaylistEnd: () => byHls.current?.(),
  };
};
