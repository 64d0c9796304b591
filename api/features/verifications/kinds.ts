// What each kind of identity check demands, on one page: which documents are sent, who decides what
// and how often, what is deleted when, and which emails and audit entries follow. The code beside
// this file carries it out for every kind in the same way.
import { DAY_MS } from '@camarim/contract/time';
import type { AdminAction } from '../../platform/audit/audit.ts';
import type { EmailName, EmailTemplates } from '../../platform/mail/email-templates.ts';

/**
 * `age`: a member proves that they are an adult where the law asks for more than a declaration.
 * `producer`: a member wants to sell. `performer`: a person whom a producer registered, and who
 * consented to appear in the producer's posts.
 */
export type VerificationKind = 'age' | 'producer' | 'performer';

/** `revoked`: an approval that an administrator withdrew (of a producer: suspended). */
export type VerificationState = 'waiting' | 'approved' | 'rejected' | 'revoked';

export const DECISIONS = ['approve', 'reject', 'revoke'] as const;
export type Decision = (typeof DECISIONS)[number];

export const DOCUMENT_NAMES = ['documentFront', 'documentBack', 'selfie'] as const;
export type DocumentName = (typeof DOCUMENT_NAMES)[number];

/** Parameters that every email about a decision may use; `stage` and `posts` are a performer's. */
type DecisionParams = { name: string; reason: string; link: string; stage: string; posts: string };
type DecisionEmail = {
  [Name in EmailName]: DecisionParams extends EmailTemplates[Name] ? Name : never;
}[EmailName];

type DecisionPolicy = {
  /** The state after it, as the database and the wire spell it. */
  stage: string;
  audit: AdminAction;
  /** The email to the member or producer, and the page that its link opens. */
  email: DecisionEmail;
  page: (subjectId: string) => string;
};

type KindPolicy = {
  /** States whose cases administrators can list. */
  listed: readonly VerificationState[];
  /** Images that are sent with a request. They are stored sealed. */
  documents: readonly DocumentName[];
  /** Decisions that exist. All but an approval need a reason, which the person reads. */
  decisions: { approve: DecisionPolicy; reject: DecisionPolicy; revoke?: DecisionPolicy };
  /** An approval in these states needs that the administrator has opened every document. */
  documentsOpenedIn: readonly VerificationState[];
  /**
   * The audit entry of a first approval, where a second administrator must approve as well unless
   * the installation is run by one person (ADMIN_SECOND_PERSON); null where one approval decides.
   */
  firstApproval: Extract<AdminAction, `${string}.agreed`> | null;
  /** Decisions that delete documents and sealed data at once. */
  erasedBy: readonly Decision[];
  /** How long the link of an email is valid; null where no email has one. */
  linkLifetimeMs: number | null;
  /** How long data and documents of a rejected request are kept for an appeal. */
  rejectedRetentionMs: number;
};

const home = () => '';
const agePage = () => '/account/age';
const requestPage = () => '/account/request';
const appealPage = (subjectId: string) => `/help?appeal=${subjectId}`;
const performersPage = () => '/settings/performers';

export const KINDS = {
  age: {
    // Nothing is left to see of a decided one.
    listed: ['waiting'],
    documents: ['documentFront', 'selfie'],
    decisions: {
      approve: { stage: 'verified', audit: 'age.verified', email: 'ageVerified', page: agePage },
      reject: { stage: 'refused', audit: 'age.refused', email: 'ageRefused', page: agePage },
    },
    documentsOpenedIn: ['waiting'],
    firstApproval: null,
    erasedBy: ['approve', 'reject'],
    linkLifetimeMs: null,
    rejectedRetentionMs: 0,
  },
  producer: {
    // A suspension is a stage of the profile; the request stays approved.
    listed: ['waiting', 'approved', 'rejected', 'revoked'],
    documents: DOCUMENT_NAMES,
    decisions: {
      approve: {
        stage: 'approved',
        audit: 'producer.approved',
        email: 'producerApproved',
        page: home,
      },
      reject: {
        stage: 'rejected',
        audit: 'producer.rejected',
        email: 'producerRejected',
        page: requestPage,
      },
      revoke: {
        stage: 'suspended',
        audit: 'producer.suspended',
        email: 'producerSuspended',
        page: appealPage,
      },
    },
    // A suspended producer was reviewed before: ending the suspension reviews nothing again.
    documentsOpenedIn: ['waiting'],
    firstApproval: 'producer.agreed',
    erasedBy: [],
    // The link in the email to administrators, which opens the request.
    linkLifetimeMs: 7 * DAY_MS,
    rejectedRetentionMs: 180 * DAY_MS,
  },
  performer: {
    listed: ['waiting', 'approved', 'rejected', 'revoked'],
    documents: ['documentFront', 'selfie'],
    decisions: {
      approve: {
        stage: 'approved',
        audit: 'performer.approved',
        email: 'performerApproved',
        page: performersPage,
      },
      reject: {
        stage: 'rejected',
        audit: 'performer.rejected',
        email: 'performerRejected',
        page: performersPage,
      },
      revoke: {
        stage: 'revoked',
        audit: 'performer.revoked',
        email: 'performerRevoked',
        page: performersPage,
      },
    },
    documentsOpenedIn: ['waiting', 'revoked'],
    firstApproval: null,
    // So does the performer's own refusal (performers/answer.ts).
    erasedBy: ['reject'],
    // The link in the performer's email, to answer; the one to withdraw never expires.
    linkLifetimeMs: 30 * DAY_MS,
    rejectedRetentionMs: 0,
  },
} as const satisfies Record<VerificationKind, KindPolicy>;

/** In the order of the queue. */
export const KIND_NAMES = Object.keys(KINDS) as VerificationKind[];

export const isKind = (name: string): name is VerificationKind => Object.hasOwn(KINDS, name);

/** One policy as the common code reads it. */
export const policyOf = (kind: VerificationKind): KindPolicy => KINDS[kind];

/** From which states a decision is possible, and the state after it; for every kind. */
const TRANSITIONS = {
  approve: { from: ['waiting', 'revoked'], to: 'approved' },
  reject: { from: ['waiting'], to: 'rejected' },
  revoke: { from: ['approved'], to: 'revoked' },
} as const satisfies Record<
  Decision,
  { from: readonly VerificationState[]; to: VerificationState }
>;

export const canDecide = (
  kind: VerificationKind,
  state: VerificationState,
  decision: Decision,
): boolean =>
  policyOf(kind).decisions[decision] !== undefined &&
  (TRANSITIONS[decision].from as readonly VerificationState[]).includes(state);

/** The state that the database or the wire spells `stage`. */
export const stateOf = (kind: VerificationKind, stage: string): VerificationState => {
  const { decisions } = policyOf(kind);
  const decision = DECISIONS.find((candidate) => decisions[candidate]?.stage === stage);
  return decision ? TRANSITIONS[decision].to : 'waiting';
};
