// How age rules and their verifiers are described to administrators.
import { HOUR_SECONDS } from '@camarim/contract/time';
import { m } from '../../../paraglide/messages.js';
import { localeTag } from '../../../ui/display/formats.ts';
import { titleOf } from '../age/words.ts';
import type { AgeSettings, RuleGroup } from './rule-groups.ts';

export type Verifier = AgeSettings['verifiers'][number];

/** A country's code, in place of which the rules may name all other places. */
export const COUNTRY = /^[A-Z]{2}$/;

export const countryName = (country: string): string => {
  if (country === '*') return m.dsb_age_everywhere();
  return new Intl.DisplayNames(localeTag(), { type: 'region' }).of(country) ?? country;
};

export const placeName = ({ country, states }: Pick<RuleGroup, 'country' | 'states'>): string =>
  states.length === 0 ? countryName(country) : `${countryName(country)}: ${states.join(', ')}`;

/** A place as figures name it: a country, or a country and one of its states. */
export const figurePlace = (place: string): string => {
  const [country = '', state] = place.split('-');
  return COUNTRY.test(country)
    ? placeName({ country, states: state === undefined ? [] : [state] })
    : place;
};

export const ruleWords = (group: RuleGroup, verifiers: readonly Verifier[]): string => {
  if (group.requires === 'declaration') return m.dsb_age_declaration();
  const accepted =
    group.methods === null
      ? m.dsb_age_all_ways()
      : group.methods
          .map((id) => verifiers.find((verifier) => verifier.id === id))
          .map((verifier, index) => (verifier ? titleOf(verifier) : (group.methods?.[index] ?? '')))
          .join(', ');
  return [
    m.dsb_age_proof_for({ hours: group.proofSeconds / HOUR_SECONDS }),
    accepted,
    ...(group.estimation ? [] : [m.dsb_age_no_estimates()]),
    ...(group.doubleBlind ? [m.dsb_age_double_blind()] : []),
  ].join(' · ');
};

const BLIND: Record<Verifier['blind'], () => string> = {
  double: m.dsb_age_blind_double,
  single: m.dsb_age_blind_single,
  none: m.dsb_age_blind_none,
};

export const blindWords = ({ blind }: Pick<Verifier, 'blind'>): string => BLIND[blind]();
