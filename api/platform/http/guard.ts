// The route guard: finds the viewer's session, checks roles and age, and enforces rate limits
// before every call.
import type { RouteDefinition } from '@camarim/contract/route';
import type { FastifyRequest } from 'fastify';
import type { AgeGate } from '../age/port.ts';
import { AppError } from '../errors/app-error.ts';
import { limitAddress } from '../limits/address.ts';
import type { Limits } from '../limits/port.ts';
import { isOwnCall } from './own-call.ts';
import { strictestPlace } from './place.ts';
import type { Authenticate, Requester, Viewer } from './viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
  }
}

/** Calls per minute of one caller on one route, unless the contract says less. */
const DEFAULT_PER_MINUTE = 1_200;

export type Guard = {
  viewerOf(request: FastifyRequest): Promise<Viewer | null>;
  limit(key: string, definition: RouteDefinition, request: FastifyRequest): Promise<void>;
  /** Throws stepUp.required unless the viewer passed a second factor within the last minutes. */
  requireProof(viewer: Viewer): Promise<void>;
  /** Whether the request has the proof of age that its place requires. */
  isAdult(request: FastifyRequest): Promise<boolean>;
};

/**
 * The access token of a request: the bearer header of an API client, else the cookie of a browser.
 */
export const accessToken = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization;
  if (header?.startsWith('Bearer ')) return header.slice(7);
  return request.cookies['token'] ?? null;
};

/** The viewer of the request's session, or null. */
export const viewerOf = async (
  authenticate: Authenticate,
  request: FastifyRequest,
): Promise<Viewer | null> => {
  const token = accessToken(request);
  const viewer = token ? await authenticate(token) : null;
  return viewer && { ...viewer, place: strictestPlace(viewer.place, request.place) };
};

/** The requester: the request's viewer, else a visitor at the request's place. */
export const requesterOf = ({
  viewer,
  place,
}: Pick<FastifyRequest, 'viewer' | 'place'>): Requester => viewer ?? { profileId: null, place };

export const createGuard = ({
  authenticate,
  limits,
  age,
  requireProof,
  scale = 1,
}: {
  authenticate: Authenticate;
  limits: Limits;
  age: AgeGate;
  requireProof: Guard['requireProof'];
  scale?: number;
}): Guard => ({
  viewerOf: (request) => viewerOf(authenticate, request),
  requireProof,
  isAdult: async (request) => (await age.stateOf(request)).proven,
  async limit(key, definition, request) {
    if (isOwnCall()) return;
    const caller = request.viewer?.profileId ?? limitAddress(request.ip);
    const { allowed, resetsInSeconds } = await limits.take(`${key}|${caller}`, {
      limit: (definition.perMinute ?? DEFAULT_PER_MINUTE) * scale,
      windowSeconds: 60,
    });
    if (!allowed) throw new AppError('request.tooMany', { retryAfterSeconds: resetsInSeconds });
  },
});
