// The realtime connection of a member: joins topics, hands events to their handlers, reconnects.
import type { QueryClient } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';
import { getLocale } from '../../paraglide/runtime.js';
import { refreshSession } from '../../client/api/browser-transport.ts';
import { endSession, leaveToOtherAccount } from '../../client/session/session.ts';
import { invalidate } from '../../client/realtime/handlers.ts';
import { sendTopics } from '../../client/realtime/joined-topics.ts';
import { FEATURES_REALTIME } from './handlers.ts';

/** Source: specification section 7: after a second, for ever. */
const RECONNECT_MS = 1_000;

/** Connects; the function it returns disconnects. */
export const connectSocket = (client: QueryClient): (() => void) => {
  const socket: Socket = io({
    path: '/realtime/connect',
    transports: ['websocket'],
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: RECONNECT_MS,
    randomizationFactor: 0,
  });
  for (const handlersOf of FEATURES_REALTIME)
    for (const [event, handler] of Object.entries(handlersOf(client)))
      socket.on(event, handler as (message: unknown) => void);

  let wasConnected = false;
  socket.on('connect', () => {
    if (leaveToOtherAccount()) return void socket.disconnect();
    socket.emit('locale', getLocale());
    sendTopics((verb, topics, onAnswer) => void socket.emit(verb, topics, onAnswer));
    // Events were missed while the connection was away.
    if (wasConnected) invalidate(client, []);
    wasConnected = true;
  });
  // Socket.IO reconnects by itself unless the server refused the connection (an expired token).
  socket.on('connect_error', () => {
    if (socket.active) return;
    setTimeout(() => {
      const again = () => void socket.connect();
      // After the session ended, nothing of the member stays on the screen.
      void refreshSession().then((renewed) => (renewed ? again() : endSession()), again);
    }, RECONNECT_MS);
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') socket.connect();
  });
  return () => socket.disconnect();
};
