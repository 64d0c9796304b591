// What posts and the composition root may use of performers.
import type { PerformerId } from '@camarim/contract/ids';
import type { Platform } from '../../platform/platform.ts';
import { performerById } from './store.ts';

export type { Showing } from './answer.ts';
export { declareWhoAppears } from './appear.ts';
export { erasePerformersOf } from './erase.ts';
export { exportPerformersOf } from './export-store.ts';
export { type Appearing, mayAppear } from './policy.ts';
export { performersHandlers } from './routes.ts';
export { performersIn } from './store.ts';

/** Whether the record still needs its documents. */
export const performerHasData = async (
  { db }: Pick<Platform, 'db'>,
  id: string,
): Promise<boolean> => (await performerById(db, id as PerformerId))?.sealed instanceof Buffer;
