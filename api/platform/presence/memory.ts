// Presence in one process.
import type { ProfileId } from '@camarim/contract/ids';
import type { Clock } from '../clock/port.ts';
import { PRESENCE_SECONDS, type Presence } from './port.ts';

export const memoryPresence = (clock: Clock): Presence => {
  const goneAtMs = new Map<ProfileId, Map<string, number>>();

  const isOnline = (profileId: ProfileId): boolean => {
    const connections = goneAtMs.get(profileId);
    if (!connections) return false;
    const nowMs = clock.now().getTime();
    for (const [connectionId, atMs] of connections)
      if (atMs <= nowMs) connections.delete(connectionId);
    if (connections.size === 0) goneAtMs.delete(profileId);
    return connections.size > 0;
  };

  return {
    async seen(profileId, connectionId) {
      const connections = goneAtMs.get(profileId) ?? new Map<string, number>();
      goneAtMs.set(profileId, connections);
      connections.set(connectionId, clock.now().getTime() + PRESENCE_SECONDS * 1000);
    },
    async left(profileId, connectionId) {
      goneAtMs.get(profileId)?.delete(connectionId);
      isOnline(profileId);
    },
    online: async (profileIds) => new Set(profileIds.filter(isOnline)),
    everyone: async () => [...goneAtMs.keys()].filter(isOnline),
  };
};
