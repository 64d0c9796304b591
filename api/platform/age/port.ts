// Age verification: the verifiers that confirm that a person is an adult, and the age gate that
// requires it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '../http/viewer.ts';
import type { AgeRule } from './rules.ts';

/**
 * Name of a verifier: lower-case characters and digits. `local`: a declaration, for a
 * demonstration. `document`: document and selfie reviewed by an administrator.
 */
export type AgeMethod = string;

/**
 * Confirms that the person at the browser is an adult. Each provider is one implementation.
 */
export interface AgeVerifier {
  readonly method: AgeMethod;
  verify(person: { viewer: Viewer | null }): Promise<boolean>;
}

/** What the requester's place requires, and whether this browser has proven it. */
export type AgeGateState = {
  requires: AgeRule['requires'];
  /** Also true where the declaration at the gate is enough. */
  proven: boolean;
  methods: readonly AgeMethod[];
};

/**
 * `token` is null for a browser, which has the cookie: scripts of the page must not read it.
 */
export type AgeProof = { token: string | null; expiresAt: Date };

export type AgeGate = {
  stateOf(request: FastifyRequest, viewerOf: () => Promise<Viewer | null>): Promise<AgeGateState>;
  /**
   * Runs the verifier and issues a proof: in a cookie, and in the reply to a caller that is not a
   * browser. Null when the verifier refuses.
   */
  prove(
    http: { request: FastifyRequest; reply: FastifyReply },
    viewer: Viewer | null,
    method: AgeMethod,
  ): Promise<AgeProof | null>;
  /** The rules in force and their version; version 0 is the built-in rules. */
  settings(): Promise<{ version: number; rules: readonly AgeRule[] }>;
};
