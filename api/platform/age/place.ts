// Where a request comes from, as the age rules see it.
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { reportedHeader } from '../http/place.ts';
import type { AgeRulePlace } from './rules.ts';

export type PlaceSettings = Pick<
  Config,
  'CAMARIM_COUNTRY' | 'GEO_COUNTRY_HEADER' | 'GEO_STATE_HEADER' | 'TRUST_PROXY'
>;

const CODE = /^[A-Z0-9]{1,3}$/;

const reportedCode = (
  config: PlaceSettings,
  request: FastifyRequest,
  name: string | undefined,
): string | null => {
  const code = reportedHeader(config, request, name)?.toUpperCase() ?? '';
  return CODE.test(code) ? code : null;
};

/**
 * The place that the proxy reports; the installation's country when there is no trusted report.
 */
export const placeOf = (config: PlaceSettings, request: FastifyRequest): AgeRulePlace => {
  const country = reportedCode(config, request, config.GEO_COUNTRY_HEADER);
  if (country === null) return { country: config.CAMARIM_COUNTRY, state: null };
  return { country, state: reportedCode(config, request, config.GEO_STATE_HEADER) };
};

/** `US-TX`, or the country alone. */
export const placeName = ({ country, state }: AgeRulePlace): string =>
  state === null ? country : `${country}-${state}`;
