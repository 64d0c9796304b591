// What the composition root may use of age assurance.
import type { Platform } from '../../platform/platform.ts';
import { ageRequestExists as exists } from './store.ts';

export { exportAgeOf } from './export-store.ts';
export { ageHandlers } from './routes.ts';

/** Whether a request was written. */
export const ageRequestExists = ({ db }: Pick<Platform, 'db'>, id: string): Promise<boolean> =>
  exists(db, id);
