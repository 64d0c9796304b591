// By which clock a person plans: that of the state they live in.
import type { Contacts } from './rules.ts';

/** Brasília's hour, and that of whoever gave no address. */
const BRASILIA = 'America/Sao_Paulo';

/** Brazil's states with another hour (IANA names); all the others go by Brasília. */
const BY_STATE: Readonly<Record<string, string>> = {
  AC: 'America/Rio_Branco',
  AM: 'America/Manaus',
  MS: 'America/Campo_Grande',
  MT: 'America/Cuiaba',
  RO: 'America/Porto_Velho',
  RR: 'America/Boa_Vista',
};

export const timeZoneOf = ({
  country,
  stateCode,
}: Pick<Contacts, 'country' | 'stateCode'>): string =>
  country === 'BR' ? (BY_STATE[stateCode] ?? BRASILIA) : BRASILIA;
