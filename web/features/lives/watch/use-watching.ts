// Watches a show as long as its screen is open, and opens it again when the producer is back. Where
// a room is too large for one machine, the API sends the viewer to HLS; a browser without the codec
// of the show, such as Firefox without its plugin for H264, plays that, too, and so does one whose
// network lets no connection to the engine through, until the browser is online by another one.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../client/api/errors.ts';
import type { KeptConnection, Link } from '../media/keep-connected.ts';
import { watch } from '../media/watch.ts';
import { iceServersQuery } from '../queries.ts';
import { type HlsVisit, visitByHls } from './visit-by-hls.ts';

export type WatchingState = {
  stream: MediaStream | null;
  /** Address of an HLS playlist, in the place of a stream. */
  playlist: string | null;
  link: Link;
  error: unknown;
  /** This network is too slow for the picture, of which the engine sends a part. */
  isReduced: boolean;
};

const isRefusal = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof ApiError && codes.includes(error.code);

type Options = {
  /** Another one than that of the show. */
  address?: string;
  /** A browser without the codec, or without a connection, may watch some seconds behind. */
  mayDelay?: boolean;
  /** An administrator took the picture from the watchers. */
  pictureTaken?: boolean;
};

/**
 * Failures one after another, after a connection that was good, before HLS takes its place: one
 * alone is nothing but a bad moment of a network that lets connections through.
 */
const FAILURES_AFTER_GOOD = 3;

/**
 * What a show is watched by: its connection to the engine, or HLS in the place of that; and beside
 * HLS a connection that is tried.
 */
type Playback = {
  live: KeptConnection | null;
  hls: HlsVisit | null;
  trial: KeptConnection | null;
};
const NOTHING: Playback = { live: null, hls: null, trial: null };

type WatchOptions = Parameters<typeof watch>[0];

/**
 * Tries a connection that nothing is shown of before it has come about; after one failure it is
 * left. `onLink` follows one that came about.
 */
const tryBeside = (
  open: (on: Pick<WatchOptions, 'onStream' | 'onLink'>) => KeptConnection,
  onLink: WatchOptions['onLink'],
  onConnected: (trial: KeptConnection, stream: MediaStream) => void,
): KeptConnection => {
  let stream: MediaStream | null = null;
  let isTrial = true;
  const trial = open({
    onStream: (received) => (stream = received),
    onLink: (link, error) => {
      if (!isTrial) return onLink(link, error);
      if (link === 'connecting') return;
      isTrial = false;
      if (link !== 'connected' || !stream) return trial.stop();
      onConnected(trial, stream);
      onLink(link, error);
    },
  });
  return trial;
};

/** `onAir` false: waits. */
export const useWatching = (
  liveId: string,
  onAir: boolean,
  { address, mayDelay = false, pictureTaken = false }: Options = {},
): WatchingState & { restart(): void; onPlaylistEnd(): void } => {
  const client = useQueryClient();
  const [state, setState] = useState<WatchingState>({
    stream: null,
    playlist: null,
    link: 'connecting',
    error: null,
    isReduced: false,
  });
  const [attempt, setAttempt] = useState(0);
  const isPictureTaken = useRef(pictureTaken);
  isPictureTaken.current = pictureTaken;
  const playback = useRef<Playback>(NOTHING);
  /**
   * HLS was played because no connection came about: the next attempt does not wait for one again.
   */
  const skipsConnection = useRef(false);
  /** This network has let a connection through. */
  const wasConnected = useRef(false);

  useEffect(() => {
    if (!onAir) return;
    const playing: Playback = { ...NOTHING };
    playback.current = playing;
    const change = (part: Partial<WatchingState>) => setState((before) => ({ ...before, ...part }));
    let failures = 0;
    /** Nothing makes HLS: connections are tried for as long as the screen is open. */
    let isWithoutHls = false;
    /** HLS is played because this network lets no connection through. */
    let isBlocked = false;
    /** `why`: what is shown when nothing makes HLS. */
    const startHls = (why: Pick<WatchingState, 'link' | 'error'>) => {
      isBlocked = why.link === 'unreachable';
      playing.live?.stop();
      playing.live = null;
      change({ link: 'connecting', error: null, isReduced: false });
      playing.hls = visitByHls({
        liveId,
        onPlaylist: (playlist) => {
          skipsConnection.current = why.link === 'unreachable' && !wasConnected.current;
          change({ playlist, link: 'connected' });
        },
        onLost: () => change({ link: 'lost' }),
        onRefused: (error) => {
          skipsConnection.current = false;
          const refused = { link: 'refused', error } as const;
          isWithoutHls = isRefusal(error, ['live.unavailable']);
          change({ playlist: null, ...(isWithoutHls ? why : refused) });
          if (!isWithoutHls || why.link !== 'unreachable') return;
          playing.hls?.stop();
          playing.hls = null;
          connect();
        },
      });
    };
    const onLink = (link: Link, error: unknown = null) => {
      if (link === 'connected') [wasConnected.current, failures] = [true, 0];
      if (link === 'unreachable') failures += 1;
      const codes = ['live.useHls', 'live.full', ...(mayDelay ? ['live.badOffer'] : [])];
      const isReplaced =
        link === 'refused'
          ? isRefusal(error, codes)
          : link === 'unreachable' &&
            mayDelay &&
            !isWithoutHls &&
            failures >= (wasConnected.current ? FAILURES_AFTER_GOOD : 1);
      if (isReplaced) return startHls({ link, error });
      if (link === 'refused') playing.live = null;
      // The notice stays while connections are tried where nothing makes HLS.
      change({ link: isWithoutHls && link === 'connecting' ? 'unreachable' : link, error });
    };
    const open = (on: Pick<WatchOptions, 'onStream' | 'onLink'>) =>
      watch({
        liveId,
        ...(address !== undefined && { address }),
        iceServers: () => client.fetchQuery(iceServersQuery(liveId)),
        onReduced: (isReduced) => change({ isReduced }),
        isPictureTaken: () => isPictureTaken.current,
        ...on,
      });
    const connect = () => {
      playing.live = open({ onStream: (stream) => change({ stream, playlist: null }), onLink });
    };
    /** Another network may let connections through: HLS plays on until one has come about. */
    const onOnline = () => {
      if (!playing.hls || !isBlocked) return;
      playing.trial?.stop();
      playing.trial = tryBeside(open, onLink, (trial, stream) => {
        playing.hls?.stop();
        playing.live?.stop();
        [playing.live, playing.hls, playing.trial] = [trial, null, null];
        skipsConnection.current = false;
        change({ stream, playlist: null });
      });
    };
    if (skipsConnection.current) startHls({ link: 'unreachable', error: null });
    else connect();
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('online', onOnline);
      playing.live?.stop();
      playing.hls?.stop();
      playing.trial?.stop();
    };
  }, [liveId, onAir, address, mayDelay, attempt, client]);

  return {
    ...state,
    restart: () =>
      playback.current.live ? playback.current.live.restart() : setAttempt((before) => before + 1),
    onPlaylistEnd: () => playback.current.hls?.again(),
  };
};
