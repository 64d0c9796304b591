// The key that seals personal data, by the operator's setting.
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { installationSecret } from '../installation/secret.ts';
import { createSeal, sealOfKey, type Seal } from './seal.ts';

/**
 * The operator's key, kept apart from the database, else one that the installation made for itself.
 */
export const openSeal = async (config: Pick<Config, 'DATA_KEY'>, db: Database): Promise<Seal> =>
  config.DATA_KEY === undefined
    ? createSeal(await installationSecret(db, 'personal-data'))
    : sealOfKey(config.DATA_KEY);
