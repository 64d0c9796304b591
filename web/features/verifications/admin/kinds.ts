// How each kind of identity check is listed, named and decided on; the queue page shows all of them
// in the same way. What a kind demands is the policy of api/features/verifications/kinds.ts.
import type { OpenWorkKind } from '@camarim/contract/features/dsb';
import { call, type Data } from '../../../client/api/api.ts';
import { m } from '../../../paraglide/messages.js';
import { formatDay } from '../../../ui/display/formats.ts';
import { withStepUp } from '../../auth/index.ts';

export type VerificationQueue = Data<'GET /dsb/verifications'>[number];
export type VerificationKind = VerificationQueue['kind'];
export type VerificationState = VerificationQueue['states'][number];
export type Verdict = 'approve' | 'reject' | 'revoke';

export type ProducerRequest = Data<'GET /dsb/producer/{producerId}'>;
/** A producer's request is addressed by profile id or by the token of the email. */
export type ProducerReference = { approveToken: string } | { producerId: string };
type Performer = Data<'GET /dsb/performers'>[number];
type AgeRequest = Data<'GET /dsb/age'>[number];

/** A case of any kind, as the queue shows it. */
export type AdminCase = {
  id: string;
  /** The item of open work; null: it waits no more. */
  work: { kind: OpenWorkKind; id: string } | null;
  profile: AgeRequest['profile'];
  /** The name of a performer, whom the profile registered. */
  performer: string | null;
  /** Since when it waits. */
  since: string;
  badge: string | null;
  /** Why it was rejected or revoked. */
  reason: string;
  /** Personal data as names and values; null: deleted, or shown on the page of the case only. */
  facts: readonly (readonly [string, string])[] | null;
  documents: ProducerRequest['documents'];
  /** An approval requires that all documents were viewed. */
  viewFirst: boolean;
  can: readonly Verdict[];
  /** The page of the case; null when the queue shows all of it. */
  address: string | null;
};

/** What a list is narrowed to, and its order; both of kinds that are searched. */
export type CaseFilter = { search: string; sort: 'oldest' | 'newest' };

type Page = {
  state: VerificationState;
  filter: CaseFilter;
  limit: number;
  /** How many cases of the list are loaded. */
  offset: number;
  /** The end of the page before, of lists that have one. */
  cursor: string | null;
  signal: AbortSignal;
};
/** The cursor is null at the end of the list; lists without one go on by the offset. */
type CaseList = { cases: AdminCase[]; cursor?: string | null };
type DecisionInput = { verdict: Verdict; reason: string };

type KindOfCheck = {
  title: () => string;
  emptyText: () => string;
  /** The names of the decisions that exist. */
  verdicts: Partial<Record<Verdict, () => string>>;
  /** Cases on one page; each view of personal data is recorded, so few where it has any. */
  pageSize: number;
  list: (page: Page) => Promise<CaseList>;
  /** The name of the list of those whose approval was taken back. */
  revokedText?: () => string;
  /** Its list is searched and sorted. */
  searched?: true;
  /** True when nothing more is needed; false when a second administrator has to approve too. */
  decide: (id: string, ruling: DecisionInput) => Promise<boolean>;
};

const ageCase = ({ id, profile, requestedAt, documents }: AgeRequest): AdminCase => ({
  id,
  work: { kind: 'ageCheck', id },
  profile,
  performer: null,
  since: requestedAt,
  badge: null,
  reason: '',
  facts: [],
  documents,
  viewFirst: true,
  can: ['approve', 'reject'],
  address: null,
});

const performerCase = (performer: Performer): AdminCase => {
  const { id, producer, stageName, person, posts } = performer;
  return {
    id,
    // Only what waits is rejected.
    work: performer.can.includes('reject') ? { kind: 'performerCheck', id } : null,
    profile: producer,
    performer: stageName,
    since: performer.answeredAt ?? performer.createdAt,
    badge: null,
    reason: performer.reason,
    facts: person && [
      [m.performers_full_name(), person.fullName],
      [m.request_document(), person.document],
      [m.request_birth_date(), formatDay(`${person.birthDate}T12:00:00Z`)],
      [m.performers_email(), person.email],
      [m.dsb_performers_posts(), String(posts)],
    ],
    documents: performer.documents,
    viewFirst: true,
    can: performer.can,
    address: null,
  };
};

const STAGES = {
  requested: m.dsb_stage_requested,
  approved: m.dsb_stage_approved,
  rejected: m.dsb_stage_rejected,
  suspended: m.dsb_stage_suspended,
  member: m.dsb_stage_member,
};

/** The decisions that are possible in the current state of request and profile. */
const producerVerdicts = ({
  stage,
  request,
  approval,
}: Pick<ProducerRequest, 'stage' | 'request' | 'approval'>): Verdict[] => {
  // A second approval by the same administrator has no effect.
  const approve: Verdict[] = approval === 'mine' ? [] : ['approve'];
  if (request === 'requested') return [...approve, 'reject'];
  if (stage === 'approved') return ['revoke'];
  return stage === 'suspended' ? approve : [];
};

const producerItem = (
  item: Omit<ProducerRequest, 'person' | 'documents' | 'approval'>,
): AdminCase => ({
  id: item.profile.id,
  work: item.request === 'requested' ? { kind: 'producerRequest', id: item.id } : null,
  profile: item.profile,
  performer: null,
  since: item.requestedAt,
  badge: STAGES[item.stage](),
  reason: item.reason,
  facts: null,
  documents: [],
  viewFirst: false,
  can: [],
  address: `/dsb/verifications?kind=producer&id=${item.profile.id}`,
});

/** The request with its personal data, for the page of the case. */
export const producerCase = (request: ProducerRequest): AdminCase => {
  const { person } = request;
  return {
    ...producerItem(request),
    facts: person && [
      [m.dsb_name(), person.fullName],
      [m.dsb_cpf(), person.document.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')],
      [m.dsb_birth(), formatDay(`${person.birthDate}T12:00:00Z`)],
      [m.dsb_phone(), person.celphone.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')],
      [
        m.dsb_address(),
        `${[`${person.street}, ${person.number}`, person.addressLineTwo].filter(Boolean).join(' ')} · ${person.county} · ${person.city}, ${person.stateCode} · ${person.zip.replace(/^(\d{5})(\d{3})$/, '$1-$2')}`,
      ],
    ],
    documents: request.documents,
    viewFirst: request.request === 'requested',
    can: producerVerdicts(request),
    address: null,
  };
};

const PRODUCER_STAGES = {
  waiting: 'requested',
  approved: 'approved',
  rejected: 'rejected',
  revoked: 'suspended',
} as const;

/** The page of the case decides by the reference that opened it. */
export const decideOnProducer = async (
  producer: ProducerReference,
  { verdict, reason }: DecisionInput,
): Promise<boolean> => {
  const decision = verdict === 'revoke' ? 'suspend' : verdict;
  const { data } = await withStepUp(() =>
    call('POST /profiles/approve-producer', { body: { ...producer, decision, reason } }),
  );
  return verdict !== 'approve' || data.stage === 'approved';
};
export const KINDS: Record<VerificationKind, KindOfCheck> = {
  age: {
    title: m.dsb_kind_age,
    emptyText: m.dsb_age_empty_text,
    verdicts: { approve: m.dsb_age_verify, reject: m.dsb_age_refuse },
    pageSize: 10,
    list: async ({ limit, offset, signal }) => ({
      cases: (await call('GET /dsb/age', { query: { limit, offset }, signal })).data.map(ageCase),
    }),
    decide: async (id, { verdict, reason }) => {
      const body = { verified: verdict === 'approve', reason };
      await withStepUp(() => call('POST /dsb/age/{id}', { params: { id }, body }));
      return true;
    },
  },
  producer: {
    title: m.dsb_kind_producer,
    emptyText: m.dsb_empty_text,
    verdicts: { approve: m.dsb_approve, reject: m.dsb_reject, revoke: m.dsb_suspend },
    revokedText: m.dsb_users_suspended,
    pageSize: 20,
    searched: true,
    list: async ({ state, filter: { search, sort }, limit, cursor, signal }) => {
      const query = {
        stage: PRODUCER_STAGES[state],
        sort,
        limit,
        ...(search && { search }),
        ...(cursor && { cursor }),
      };
      const { data, cursor: next } = await call('GET /dsb/producer', { query, signal });
      return { cases: data.map(producerItem), cursor: next ?? null };
    },
    decide: (id, ruling) => decideOnProducer({ producerId: id }, ruling),
  },
  performer: {
    title: m.dsb_performers_title,
    emptyText: m.dsb_performers_empty_text,
    verdicts: {
      approve: m.dsb_performers_approve,
      reject: m.dsb_performers_reject,
      revoke: m.dsb_performers_revoke,
    },
    pageSize: 10,
    list: async ({ state, limit, offset, signal }) => {
      const query = { review: state, limit, offset };
      const { data } = await call('GET /dsb/performers', { query, signal });
      return { cases: data.map(performerCase) };
    },
    decide: async (id, { verdict: decision, reason }) => {
      const body = { decision, reason };
      await withStepUp(() => call('POST /dsb/performers/{id}', { params: { id }, body }));
      return true;
    },
  },
};
