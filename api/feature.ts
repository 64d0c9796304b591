// The manifest of a feature: everything that the application takes from it.
import type { RouteKey } from '@camarim/contract';
import type { OpenWorkKind } from '@camarim/contract/features/dsb';
import type { DataBasis, DataGround } from '@camarim/contract/features/publics';
import type { retentionSettings } from './platform/config/retention-settings.ts';
import type { Topics } from '@camarim/contract/events';
import type { ProfileId } from '@camarim/contract/ids';
import type { FastifyInstance } from 'fastify';
import type { Ctx } from './context.ts';
import type { MediaAccess, MediaAccessSource } from './features/access/media-access.ts';
import type { Fulfillers, PaymentDeps, Revokers } from './features/funds/payments/purposes.ts';
import type { ReviewableContents } from './features/reviews/reviewable-content.ts';
import type { ArchivePart } from './platform/archive/archive.ts';
import type { DB } from './platform/database/database.ts';
import type { DayCountSource } from './platform/days/day-counts.ts';
import type { FigureSource, Span } from './platform/database/figures.ts';
import type { WaitingCases } from './platform/database/waiting.ts';
import type { Handlers } from './platform/http/mount.ts';
import type { EmailTexts } from './platform/mail/email-templates.ts';
import {
  createTopic,
  type JoinableTopic,
  type JoinRule,
  type Topic,
} from './platform/realtime/topics.ts';
import type { Catalogue } from './platform/text/catalogue.ts';
import type { TextKey } from './platform/text/text.ts';

/**
 * Objects that one feature creates per process for features that can't import it, because it
 * imports them. The feature that needs one declares it:
 * `declare module '…/feature.ts' { interface Services { … } }`; exactly one manifest provides it.
 */
export interface Services {
  /** The personal data of all features. */
  personalData: PersonalData;
  /** Access to media, by the sources of all features. */
  mediaAccess: MediaAccess;
  /** Payments, with what the features that sell add to them. */
  payments: PaymentDeps;
  /** Content that is reviewed before publication, of all features. */
  reviewableContent: ReviewableContents;
  /** The work of administrators that waits in all features. */
  openWork: Readonly<Record<OpenWorkKind, WaitingCases>>;
  /** The files with the cases of a span of time, of all features. */
  records: (span: Span) => ArchivePart[];
  /** What the transparency figures count, of all features. */
  figures: readonly FigureSource[];
  /** What the overview counts by day, of all features. */
  dayCounts: readonly DayCountSource[];
}

export type PersonalData = {
  /**
   * Erases what all features hold of a profile, in the order of their list. May run twice. `goesOn`
   * is asked before each step, because a legal hold may be placed between two; false ends it.
   */
  erase(profileId: ProfileId, goesOn?: () => Promise<boolean>): Promise<void>;
  /** The parts of a person's archive, in the order of the features. */
  partsOf(profileId: ProfileId): ArchivePart[];
  /** What all features hold, as the privacy page lists it. */
  entries: readonly PersonalDataEntry[];
  /** What is deleted so many days after the removal of an account; `kind` names it. */
  lapsing: readonly {
    kind: TextKey;
    days: number;
    erase(profileId: ProfileId): Promise<void>;
  }[];
};

/** Services that the application composes from all manifests. */
export type ComposedService =
  | 'personalData'
  | 'mediaAccess'
  | 'payments'
  | 'reviewableContent'
  | 'openWork'
  | 'figures'
  | 'dayCounts'
  | 'records';
type FeatureService = Exclude<keyof Services, ComposedService>;

/** Settings of times for which data is kept. */
export type RetentionSetting = keyof typeof retentionSettings | 'APPEAL_DAYS';

/** Erases what one feature holds of a person. Must bear running twice. */
export type Eraser = (ctx: Ctx, profileId: ProfileId, services: Services) => Promise<void>;
/**
 * One kind of personal data that a feature holds. The privacy page lists these entries, and the
 * removal of an account runs their erasers: there is no other list of either.
 */
export type PersonalDataEntry = {
  /** Names the data on the privacy page. */
  text: TextKey;
  /** The tables with rows about the person. */
  tables: readonly (keyof DB)[];
  ground: DataGround;
} & (
  | {
      /**
       * `blanked`: rows stay, without what tells about the person, or for the people who paid for
       * them.
       */
      removal: 'erased' | 'blanked';
      /** In this order; `removal`: by the transaction that removes the account. */
      by: readonly Eraser[] | 'removal';
    }
  | {
      removal: 'kept';
      /** Why it is kept so long. */
      basis: DataBasis;
      /** From the event on, in days or by a setting; null: without an end. */
      days: number | RetentionSetting | null;
      /** What of it ends with the account. */
      by?: readonly Eraser[];
    }
  | {
      removal: 'kept';
      basis: DataBasis;
      /** From the removal of the account on; then `lapse` deletes it. */
      days: RetentionSetting;
      lapse: Eraser;
      by?: readonly Eraser[];
    }
);

/** What one feature holds of a person, read when it is written into the archive. */
export type Exporter = (ctx: Ctx, profileId: ProfileId) => ArchivePart;

/** One kind of work that waits for administrators, selected by the feature that lists it. */
export type OpenWork = { kind: OpenWorkKind; cases: WaitingCases };

export type Feature<K extends RouteKey = never, S extends FeatureService = never> = {
  /** The name of its folder in api/features. */
  name: string;
  /** The texts of its error codes, notifications and others. */
  texts?: Catalogue<string>;
  emails?: Catalogue<EmailTexts>;
  /**
   * Called before everything else. Other services may be missing from `services` during the call:
   * read them when they are used.
   */
  services?: (ctx: Ctx, services: Services) => Pick<Services, S>;
  /** Its routes of the contract. */
  handlers?: (ctx: Ctx, services: Services) => Handlers<K>;
  /** Declares its jobs; every process does, also those that only enqueue. */
  jobs?: (ctx: Ctx, services: Services) => void;
  /** Runs before the server is created, at every start of a process. */
  prepare?: (ctx: Ctx) => Promise<void>;
  /** Adds addresses beside /api, such as those of files. */
  serve?: (server: FastifyInstance, ctx: Ctx, services: Services) => void;
  /** What may grant access to media; the grounds of the access feature order them. */
  mediaAccess?: readonly MediaAccessSource[];
  /** What payments for its purposes do. */
  fulfillers?: Partial<Fulfillers>;
  /** Take back what it sold when the money goes back, by kind of sale. */
  revokers?: Partial<Revokers>;
  /** Its content that is reviewed before publication, by kind of review. */
  reviewableContent?: (ctx: Ctx) => Partial<ReviewableContents>;
  /** What waits for administrators in its queues. */
  openWork?: readonly OpenWork[];
  /**
   * Its files in the monthly pack, one line for each case of the span: counts, times, ids and
   * hashes, never names, texts or media.
   */
  records?: (ctx: Ctx, span: Span) => ArchivePart;
  /** Its cases in the transparency figures. */
  figures?: readonly FigureSource[];
  /** What it counts by day for the overview of administrators. */
  dayCounts?: readonly DayCountSource[];
  /** What sockets may join to receive its events. */
  topics?: readonly Topic<Ctx>[];
  /** What it holds of people; erased in this order when an account is removed. */
  personalData?: readonly PersonalDataEntry[];
  /** Its parts of a person's archive. */
  exporters?: readonly Exporter[];
};

/** Keeps the routes and services of a manifest exactly typed. */
export const defineFeature = <K extends RouteKey = never, S extends FeatureService = never>(
  feature: Feature<K, S>,
): Feature<K, S> => feature;

/** A topic that sockets may join, with the rule of the feature that owns what it is about. */
export const defineTopic = <Name extends JoinableTopic>(
  name: Name,
  rule: JoinRule<Ctx, Topics[Name]>,
): Topic<Ctx> => createTopic(name, rule);

/** Any manifest. */
export type AnyFeature = Feature<never, never>;
/** The routes that a manifest handles. */
export type RoutesOf<F> = F extends Feature<infer K, infer _S> ? K : never;
/** The services that a manifest provides. */
export type ServicesOf<F> = F extends Feature<infer _K, infer S> ? S : never;
