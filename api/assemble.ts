// Assembles the features on a platform: their context, services, handlers and jobs.
import { OPEN_WORK, type OpenWorkKind } from '@camarim/contract/features/dsb';
import { REVIEW_KINDS } from '@camarim/contract/features/reviews/reasons';
import { SALE_KINDS } from '@camarim/contract/sales';
import { combineTables } from './combine-tables.ts';
import type { Ctx } from './context.ts';
import type {
  AnyFeature,
  ComposedService,
  Eraser,
  PersonalDataEntry,
  PersonalData,
  RoutesOf,
  Services,
  ServicesOf,
} from './feature.ts';
import { features } from './features.ts';
import { createMediaAccess } from './features/access/index.ts';
import { accounts } from './features/accounts/accounts.ts';
import { createLedger } from './features/ledger/index.ts';
import type { WaitingCases } from './platform/database/waiting.ts';
import type { Handlers } from './platform/http/mount.ts';
import type { Platform } from './platform/platform.ts';
import { defineSweepJobs } from './platform/sweep/jobs.ts';
import { installAllTexts } from './texts.ts';

type InstalledFeature = (typeof features)[number];
const all: readonly AnyFeature[] = features;

const entries: readonly PersonalDataEntry[] = all.flatMap(({ personalData = [] }) => personalData);

/** Each once, though it may erase several kinds of data. */
const uniqueErasers = (): Set<Eraser> =>
  new Set(entries.flatMap(({ by = [] }) => (by === 'removal' ? [] : by)));

const personalDataOf = (ctx: Ctx, services: Services): PersonalData => ({
  erase: async (profileId, goesOn = async () => true) => {
    for (const erase of uniqueErasers()) {
      if (!(await goesOn())) return;
      await erase(ctx, profileId, services);
    }
  },
  entries,
  lapsing: entries.flatMap((entry) =>
    'lapse' in entry
      ? [
          {
            kind: entry.text,
            days: ctx.config[entry.days],
            erase: (profileId) => entry.lapse(ctx, profileId, services),
          },
        ]
      : [],
  ),
  partsOf: (profileId) =>
    all.flatMap(({ exporters = [] }) => exporters.map((part) => part(ctx, profileId))),
});

/** Fails when a kind has no queue, or two. */
const openWork = (): Services['openWork'] => {
  const tables = all.flatMap(({ openWork: queues = [] }) =>
    queues.map(({ kind, cases }): Partial<Record<OpenWorkKind, WaitingCases>> => ({
      [kind]: cases,
    })),
  );
  return combineTables('kind of open work', tables, OPEN_WORK);
};

/** What features count by day; also for commands, which have no services. */
export const dayCounts = (): Services['dayCounts'] =>
  all.flatMap((feature) => feature.dayCounts ?? []);

const servicesOf = (ctx: Ctx): Services => {
  // Filled feature by feature; a service reads others when it is used.
  const services = {} as Services;
  Object.assign(services, {
    personalData: personalDataOf(ctx, services),
    mediaAccess: createMediaAccess(
      ctx,
      all.flatMap((feature) => feature.mediaAccess ?? []),
    ),
    payments: {
      fulfillers: combineTables(
        'fulfiller',
        all.map(({ fulfillers }) => fulfillers),
      ),
      revokers: combineTables(
        'revoker',
        all.map(({ revokers }) => revokers),
        SALE_KINDS,
      ),
    },
    reviewableContent: combineTables(
      'reviewable content',
      all.map(({ reviewableContent }) => reviewableContent?.(ctx)),
      REVIEW_KINDS,
    ),
    openWork: openWork(),
    records: (span) => all.flatMap(({ records }) => (records ? [records(ctx, span)] : [])),
    figures: all.flatMap(({ figures = [] }) => figures),
    dayCounts: dayCounts(),
  } satisfies Pick<Services, ComposedService>);
  for (const { services: create } of all) Object.assign(services, create?.(ctx, services));
  // Fails to compile when no manifest provides a declared service.
  const provided: Pick<Services, ComposedService | ServicesOf<InstalledFeature>> = services;
  return provided;
};

/** The handlers of all features. Fails to compile when a route of the contract has none. */
const handlersOf = (ctx: Ctx, services: Services): Handlers => {
  const tables = all.map((feature) => feature.handlers?.(ctx, services));
  return combineTables('route', tables) as Handlers<RoutesOf<InstalledFeature>>;
};

export type Assembly = { ctx: Ctx; services: Services; handlers: Handlers };

/** Also declares the jobs of all features; running them is the caller's. */
export const assemble = (platform: Platform): Assembly => {
  installAllTexts();
  const ctx: Ctx = { ...platform, ledger: createLedger(platform), accounts };
  const services = servicesOf(ctx);
  for (const { jobs } of all) jobs?.(ctx, services);
  defineSweepJobs(ctx);
  return { ctx, services, handlers: handlersOf(ctx, services) };
};
