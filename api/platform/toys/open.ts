// Which toys can be connected: those of Lovense when the operator has a developer token, otherwise
// none.
import type { Platform } from '../platform.ts';
import { lovense } from './lovense.ts';
import type { Toys } from './port.ts';

export const openToys = ({ config, log }: Pick<Platform, 'config' | 'log'>): Toys | null => {
  const { LOVENSE_DEVELOPER_TOKEN: token, LOVENSE_ORIGIN: origin } = config;
  return token === undefined ? null : lovense({ token, origin, log });
};
