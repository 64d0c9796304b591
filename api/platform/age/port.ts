// Age assurance: what shows that somebody is an adult, and the door that asks for it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '../http/viewer.ts';
import type { AgeRule } from './rules.ts';

/**
 * Name of a verifier: small letters and digits. `local`: one press, for a demonstration.
 * `document`: document and selfie that an administrator looked at.
 */
export type AgeMethod = string;

/**
 * One way to show that the person before the browser is an adult. Another provider is another of
 * these.
 */
export interface AgeVerifier {
  readonly method: AgeMethod;
  verify(person: { viewer: Viewer | null }): Promise<boolean>;
}

/** What the place asks for and whether this browser has shown it. */
export type AgeState = {
  requires: AgeRule['requires'];
  /** True where nothing more than the declaration at the gate is asked for. */
  proven: boolean;
  methods: readonly AgeMethod[];
};

/**
 * `token` is null for a browser, which has the cookie: a script of the page must not get hold of
 * it.
 */
export type AgeProof = { token: string | null; expiresAt: Date };

export type AgeDoor = {
  stateOf(request: FastifyRequest, viewerOf: () => Promise<Viewer | null>): Promise<AgeState>;
  /**
   * Asks the verifier and gives the proof, in a cookie and to a caller that is no browser; null
   * when it does not vouch.
   */
  prove(
    http: { request: FastifyRequest; reply: FastifyReply },
    viewer: Viewer | null,
    method: AgeMethod,
  ): Promise<AgeProof | null>;
  /** The rules in force and their version; 0 are the built-in ones. */
  settings(): Promise<{ version: number; rules: readonly AgeRule[] }>;
};
