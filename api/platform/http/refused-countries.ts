// Refuses whole countries, by an operator's setting: pages, calls, media and sockets.
import { LOCALES } from '@camarim/contract/limits';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';
import { text } from '../text/text.ts';
import { type ConnectionSource, type GeoHeaders, reportedCountry } from './place.ts';

export type RefusedCountries = GeoHeaders & Pick<Config, 'BLOCKED_COUNTRIES'>;

/** Where the connection comes from counts, and not the address of an account. */
export const isRefusedCountry = (config: RefusedCountries, request: ConnectionSource): boolean =>
  config.BLOCKED_COUNTRIES?.includes(reportedCountry(config, request) ?? '') ?? false;

/** A page without script or style, in all languages: no preference is known here. */
const page = (contact: string | undefined): string => {
  const lines = LOCALES.map(
    (locale) => `<p lang="${locale}">${text(locale, 'country.refused')}</p>`,
  );
  const where = contact === undefined ? '' : `<p>${contact.replaceAll('&', '&amp;')}</p>`;
  return `<!doctype html><html lang="pt"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>451</title></head><body>${lines.join('')}${where}</body></html>`;
};

/**
 * Call it before other hooks. Probes and notifications of gateways are answered from everywhere:
 * money that is on its way would be lost.
 */
export const refuseCountries = (
  app: FastifyInstance,
  config: RefusedCountries & Pick<Config, 'CONTACT_ADDRESS'>,
): void => {
  if (config.BLOCKED_COUNTRIES === undefined) return;
  const refused = page(config.CONTACT_ADDRESS);
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.load === 'always' || !isRefusedCountry(config, request)) return;
    reply.header('cache-control', 'no-store');
    if (request.url.startsWith('/api/')) throw new AppError('country.refused');
    return reply.code(451).type('text/html; charset=utf-8').send(refused);
  });
};
