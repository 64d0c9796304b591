// Opens the age verifiers of an installation: the built-in ones, and those that are configured.
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { AgeVerifier } from './port.ts';
import { documentVerifier, localVerifier } from './verifiers.ts';

export const openAgeVerifiers = ({
  config,
  db,
}: {
  config: Config;
  db: Database;
}): AgeVerifier[] => [...(config.production ? [] : [localVerifier()]), documentVerifier({ db })];
