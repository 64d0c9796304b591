// The show of the benchmark of rooms, for the process of the room and for its clients; a file of
// its own, because the process of the room begins to listen when its file is imported.

import type { LiveId } from '@camarim/contract/features/lives';

export const SHOW = '01900000-0000-7000-8000-00000000000a' as LiveId;
