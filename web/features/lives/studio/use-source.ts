// What sends a show: the camera of this page, or a program that its producer uses instead.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../client/api/errors.ts';
import { liveKeys } from '../keys.ts';
import { endpointOf } from '../media/signalling.ts';
import type { Live } from '../queries.ts';
import type { Camera } from './use-camera.ts';
import { usePublishing } from './use-publishing.ts';

/**
 * `page`: this page sends the show. `program`: a program or another device sends it, and this page
 * nothing. `chosen`: its producer has chosen the camera of this page in the place of the program.
 */
type Sender = 'page' | 'program' | 'chosen';

/** `byProgram`: not this page sends it; `choose`: its camera takes the place of the program. */
export const useSource = (live: Live, camera: Camera) => {
  const client = useQueryClient();
  const [sender, setSender] = useState<Sender>(live.program === null ? 'page' : 'program');
  /** The next connection takes the show over. */
  const takesOver = useRef(false);
  // Without a camera there is nothing to send instead.
  const byProgram = sender === 'program' || (sender === 'chosen' && camera.problem !== null);
  const address = useCallback(
    () => `${endpointOf('whip', live.id)}${takesOver.current ? '?takeOver=true' : ''}`,
    [live.id],
  );
  const sends = !byProgram && live.state !== 'paused';
  const publishing = usePublishing(live.id, sends ? camera.stream : null, address);
  const { link, error } = publishing;
  const isConnected = link === 'connected';
  const isRefused =
    link === 'refused' && error instanceof ApiError && error.code === 'live.sentByProgram';
  // A program that was answered may never connect: what this page sends goes on until it is lost.
  const isReplaced =
    isRefused || (live.program !== null && camera.stream === null && sender !== 'chosen');
  useEffect(() => {
    if (isReplaced) setSender('program');
  }, [isReplaced]);
  // When this connection is lost, the program may have come back.
  useEffect(() => {
    if (isConnected) takesOver.current = false;
  }, [isConnected]);
  const isStale = isRefused || (isConnected && live.program !== null);
  useEffect(() => {
    if (isStale) void client.invalidateQueries({ queryKey: liveKeys.shows });
  }, [isStale, client]);
  const { close, open } = camera;
  // A program may need the same camera.
  useEffect(() => {
    if (byProgram) close();
  }, [byProgram, close]);
  return {
    publishing,
    byProgram,
    choose: () => {
      takesOver.current = true;
      setSender('chosen');
      open();
    },
  };
};
