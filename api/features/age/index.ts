// What the composition root may use of age verification.
import type { Platform } from '../../platform/platform.ts';
import { ageRequestExists as exists } from './store.ts';

export { exportAgeOf } from './store.ts';
export { ageHandlers } from './routes.ts';

/** Whether the request exists. */
export const ageRequestExists = ({ db }: Pick<Platform, 'db'>, id: string): Promise<boolean> =>
  exists(db, id);
