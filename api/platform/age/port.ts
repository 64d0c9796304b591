// Age verification: the verifiers that confirm that a person is an adult, and the age gate that
// requires it.
import type { AgeDisclosure } from '@camarim/contract/features/verifications/age';
import type { ProfileId } from '@camarim/contract/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AgeMethod, AgeRule, VerifierTraits } from './rules.ts';

/** The age that has to be reached. */
export const ADULT_YEARS = 18;

export type { AgeMethod };

/**
 * `over`: at least eighteen. `under`: younger. `refused`: nothing was shown that can be trusted.
 * `unavailable`: the provider did not answer.
 */
export type AgeOutcome = 'over' | 'under' | 'refused' | 'unavailable';

/** What the browser does next. `done`: nothing; the verifier can be asked at once. */
export type AgeStep =
  | { kind: 'done' }
  | { kind: 'redirect'; url: string }
  /** Links that open a wallet on this device, or are shown to one on another device as QR codes. */
  | { kind: 'wallet'; links: readonly { document: string; url: string }[] };

/** Whether the person answers on the device of the browser, or on another one that scans a code. */
export type AgeDevice = 'same' | 'other';

/** One attempt of a person, as a verifier sees it. Says nothing about the person. */
export type AgeAttempt = {
  /** Where the provider sends the browser back to. */
  backUrl: string;
  /** Where a wallet posts its answer, beside the browser. */
  answerUrl: string;
  /** Names the attempt in such an answer. */
  state: string;
  device: AgeDevice;
  /** Only for verifiers with `needsAccount`; null for all others. */
  profileId: ProfileId | null;
};

/** Parameters of an answer: the query of the address the browser came back to, or a posted form. */
export type AgeAnswer = Readonly<Record<string, string>>;

/**
 * Confirms that a person is an adult. Each provider is one implementation. A verifier keeps
 * nothing: attempts, cookies, single use, proofs and counters belong to the gate.
 */
export interface AgeVerifier extends VerifierTraits {
  readonly learned: AgeDisclosure;
  readonly needsAccount: boolean;
  /** What people call the provider; null where it has no name. */
  readonly name: string | null;
  /** Where the answer comes from: the browser, when it comes back, or a wallet beside it. */
  readonly answeredBy: 'browser' | 'wallet';
  /** How long an attempt lasts. */
  readonly attemptSeconds: (device: AgeDevice) => number;
  /** Whether it could be used now, such as a wallet of which an issuer is trusted. */
  ready(): Promise<boolean>;
  /**
   * `secret` is stored sealed and given back to `finish`. Throws AgeUnavailable when the provider
   * does not answer.
   */
  begin(attempt: AgeAttempt): Promise<{ step: AgeStep; secret: unknown }>;
  /**
   * Judges an answer. `pending`: the provider has not decided yet and may be asked again. Never
   * throws because of what an answer contains.
   */
  finish(secret: unknown, answer: AgeAnswer): Promise<AgeOutcome | 'pending'>;
}

/** The provider of a verifier does not answer. */
export class AgeUnavailable extends Error {}

/** A verifier as people choose it. */
export type AgeOffer = Pick<
  AgeVerifier,
  'id' | 'kind' | 'blind' | 'learned' | 'needsAccount' | 'name'
>;

/** What the requester's place requires, and whether this browser has proven it. */
export type AgeGateState = {
  requires: AgeRule['requires'];
  /** Also true where the declaration at the gate is enough. */
  proven: boolean;
};

export type AgeGateView = AgeGateState & {
  /** The verifiers that the place accepts; empty for a browser that has proven its age. */
  offers: readonly AgeOffer[];
  /** Whether a document and a selfie may be sent: to contest a refusal, or where a rule says so. */
  contestable: boolean;
};

type Http = { request: FastifyRequest; reply: FastifyReply };

/** The step of a started attempt, or the result where nothing remains to be done. */
export type StartedAttempt = { step: AgeStep; expiresAt: Date };

/** `waiting`: the answer has not come yet. `expiresAt`: of the proof, for `over`. */
export type AttemptProgress = { outcome: AgeOutcome | 'waiting'; expiresAt: Date | null };

export type VerifierState = AgeOffer & { ready: boolean };

export type AgeGate = {
  stateOf(request: FastifyRequest): Promise<AgeGateState>;
  viewOf(request: FastifyRequest): Promise<AgeGateView>;
  /**
   * Starts an attempt, which is bound to this browser by a cookie. With the step `done` the proof
   * has been issued already. Throws age.methodNotOffered, age.unavailable, age.notProven.
   */
  begin(
    http: Http,
    profileId: ProfileId | null,
    wanted: { method: AgeMethod; device: AgeDevice },
  ): Promise<StartedAttempt>;
  /**
   * Ends this browser's attempt, by the answer that it brings or that a wallet has sent, and sets
   * the proof in a cookie. Throws age.tryEnded when there is none.
   */
  finish(http: Http, answer: AgeAnswer): Promise<AttemptProgress>;
  /**
   * A wallet's answer. Null for a state that names no open attempt; else where the wallet sends the
   * person back to, which is nowhere when they scanned a code of another device.
   */
  receive(state: string, answer: AgeAnswer): Promise<{ redirectUrl: string | null } | null>;
  /** The rules in force and their version; version 0 is the built-in rules. */
  settings(): Promise<{ version: number; rules: readonly AgeRule[] }>;
  verifiers(): Promise<VerifierState[]>;
  /** The rules that require a proof which no usable verifier can give. */
  closedRules(): Promise<AgeRule[]>;
};
