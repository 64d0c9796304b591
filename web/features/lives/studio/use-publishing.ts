// Publishes the camera as long as the show's screen is open.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Quality } from '../media/adapt-bitrate.ts';
import type { Link } from '../media/keep-connected.ts';
import { publish, type PublishConnection } from '../media/publish.ts';
import { iceServersQuery } from '../queries.ts';

export type PublishingState = { link: Link; quality: Quality | null; error: unknown };

/** `address`: another one than that of the show, or of each new connection. Null stream: waits. */
export const usePublishing = (
  liveId: string,
  stream: MediaStream | null,
  address?: string | (() => string),
): PublishingState & { replace(track: MediaStreamTrack): void } => {
  const client = useQueryClient();
  const [state, setState] = useState<PublishingState>({
    link: 'connecting',
    quality: null,
    error: null,
  });
  const publishing = useRef<PublishConnection | null>(null);

  useEffect(() => {
    if (!stream) return;
    const running = publish({
      liveId,
      stream,
      ...(address !== undefined && { address }),
      iceServers: () => client.fetchQuery(iceServersQuery(liveId)),
      onLink: (link, error = null) => setState((before) => ({ ...before, link, error })),
      onQuality: (quality) =>
        setState((before) => (before.quality === quality ? before : { ...before, quality })),
    });
    publishing.current = running;
    return () => {
      publishing.current = null;
      running.stop();
    };
  }, [liveId, stream, address, client]);

  return { ...state, replace: (track) => void publishing.current?.replace(track) };
};
