// What posts and the composition root may use of performers.
import type { PerformerId } from '@camarim/contract/ids';
import type { Platform } from '../../platform/platform.ts';
import { performerById } from './store.ts';

export type { PostVisibility } from './answer.ts';
export { declarePerformers } from './register.ts';
export { erasePerformersOf } from './answer.ts';
export { exportPerformersOf } from './store.ts';
export { type PostPerformers, canDeclare } from './policy.ts';
export { performersHandlers } from './routes.ts';
export { performersIn } from './store.ts';

/** Whether the performer's documents are still needed. */
export const performerHasData = async (
  { db }: Pick<Platform, 'db'>,
  id: string,
): Promise<boolean> => (await performerById(db, id as PerformerId))?.sealed instanceof Buffer;
