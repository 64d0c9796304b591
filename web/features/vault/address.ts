// Filters of the vault in the URL of its page.
import { DAY_MS } from '@camarim/contract/time';
import { instantOf } from '../../ui/fields/local-time.ts';
import { parseKind, type VaultSearch } from './Filters.tsx';
import type { VaultFilter } from './queries.ts';

export const searchOf = (params: URLSearchParams): VaultSearch => ({
  kind: parseKind(params.get('kind')),
  search: params.get('q') ?? '',
  from: params.get('from') ?? '',
  until: params.get('until') ?? '',
});

/** Days begin at midnight of the time zone; the last day is included. */
export const filterOf = (params: URLSearchParams, timeZone: string): VaultFilter => {
  const { kind, search, from, until } = searchOf(params);
  const folder = params.get('folder');
  const start = from && instantOf(`${from}T00:00`, timeZone);
  const next = until && new Date(Date.parse(`${until}T00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  const end = next && instantOf(`${next}T00:00`, timeZone);
  return {
    ...(folder && { folder }),
    ...(kind && { kind }),
    ...(search && { search }),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
};

const NAMES: Record<keyof VaultSearch | 'folder', string> = {
  kind: 'kind',
  search: 'q',
  from: 'from',
  until: 'until',
  folder: 'folder',
};

/** The query parameters after a change; empty filters are left out. */
export const addressOf = (
  params: URLSearchParams,
  part: Partial<VaultSearch> & { folder?: string | undefined },
): URLSearchParams => {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(part)) {
    const key = NAMES[name as keyof typeof NAMES];
    if (value) next.set(key, value);
    else next.delete(key);
  }
  return next;
};
