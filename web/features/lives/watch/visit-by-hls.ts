// Watches a show by HLS, some seconds behind: asks for a playlist, and for another one when it has
// ended.
import { call } from '../../../client/api/api.ts';
import { ApiError } from '../../../client/api/errors.ts';
import { endConnection } from '../media/signalling.ts';

/** Between the end of a playback and the next one, and between requests for one. */
const AGAIN_MS = 3_000;

/** The producer is away for the moment, or there was no answer. */
const passes = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.code === 'live.notOnAir' ||
  error.status === 429 ||
  (error.status >= 500 && error.code !== 'live.unavailable');

export type HlsVisit = {
  /** The playlist has ended. */
  again(): void;
  /** Ends the visit, here and on the server. */
  stop(): void;
};

type Options = {
  liveId: string;
  onPlaylist: (playlist: string) => void;
  /** There is no playlist now; it is asked for again. */
  onLost: () => void;
  onRefused: (error: unknown) => void;
};

export const visitByHls = ({ liveId, onPlaylist, onLost, onRefused }: Options): HlsVisit => {
  let visit = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = false;
  const ask = async (): Promise<void> => {
    try {
      const { data } = await call('POST /lives/{id}/hls', {
        params: { id: liveId },
        handled: [409, 503],
      });
      endConnection(visit);
      visit = `/api/lives/${liveId}/whep/${data.peer}`;
      if (left) return endConnection(visit);
      onPlaylist(data.playlist);
    } catch (error) {
      if (left) return;
      if (passes(error)) again();
      else onRefused(error);
    }
  };
  const again = (): void => {
    clearTimeout(timer);
    onLost();
    timer = setTimeout(() => void ask(), AGAIN_MS);
  };
  const leave = () => endConnection(visit);
  window.addEventListener('pagehide', leave);
  void ask();
  return {
    again,
    stop() {
      left = true;
      clearTimeout(timer);
      leave();
      window.removeEventListener('pagehide', leave);
    },
  };
};
