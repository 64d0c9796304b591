// The engine's room of the watcher's own picture in a private show.
import type { LiveId } from '@camarim/contract/features/lives';

export const reverseRoomOf = (id: LiveId): string => `${id}-reverse`;
