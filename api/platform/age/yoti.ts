// The verifiers of Yoti's age verification service: a session for each attempt, a page of theirs,
// and the result by their API. https://developers.yoti.com/age-verification
import { z } from 'zod';
import { hashToken } from '../tokens/hash-token.ts';
import { isTokenOf, newToken } from './attempts-store.ts';
import { ADULT_YEARS, type AgeOutcome, AgeUnavailable, type AgeVerifier } from './port.ts';

export type YotiOptions = {
  sdkId: string;
  apiKey: string;
  /** Replaces Yoti's address; for development and tests. */
  origin?: string | undefined;
  /**
   * The age from which an estimate counts as eighteen: estimates err by some years, so it is
   * higher.
   */
  estimationThreshold: number;
  timeoutMs?: number;
};

const ORIGIN = 'https://age.yoti.com';
const TIMEOUT_MS = 10_000;
const SESSION_SECONDS = 900;

const sessionSchema = z.object({ id: z.uuid() });
const resultSchema = z.object({ id: z.uuid(), type: z.string(), status: z.string() });

/** Their documents ask to expect further states; those confirm no one. */
const OUTCOMES: Record<string, AgeOutcome | 'pending'> = {
  COMPLETE: 'over',
  FAIL: 'under',
  PENDING: 'pending',
  IN_PROGRESS: 'pending',
};

type Methods = Record<string, { allowed: boolean; threshold: number } & Record<string, unknown>>;

/** What a browser brings back that finished at Yoti, and no other one. */
const CODE = 'response_code';

const withCode = (backUrl: string, code: string): string => {
  const url = new URL(backUrl);
  url.searchParams.set(CODE, code);
  return url.href;
};

const createApi = ({ sdkId, apiKey, origin = ORIGIN, timeoutMs = TIMEOUT_MS }: YotiOptions) => {
  const call = async <T>(schema: z.ZodType<T>, path: string, body?: unknown): Promise<T> => {
    try {
      const response = await fetch(`${origin}/api/v1/sessions${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          authorization: `Bearer ${apiKey}`,
          'yoti-sdk-id': sdkId,
          'content-type': 'application/json',
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new AgeUnavailable(`Yoti answered ${response.status}`);
      return schema.parse(await response.json());
    } catch (error) {
      if (error instanceof AgeUnavailable) throw error;
      throw new AgeUnavailable(`Yoti does not answer: ${(error as Error).name}`);
    }
  };
  return {
    pageOf: (sessionId: string) =>
      `${origin}?${new URLSearchParams({ sessionId, sdkId }).toString()}`,
    open: (methods: Methods, backUrl: string, code: string) =>
      call(sessionSchema, '', {
        type: 'OVER',
        ttl: SESSION_SECONDS,
        ...methods,
        callback: { auto: true, url: withCode(backUrl, code) },
        cancel_url: backUrl,
        // Their page waits for the result of a document, so that the person comes back with one.
        synchronous_checks: true,
        resume_enabled: false,
      }),
    resultOf: (sessionId: string) => call(resultSchema, `/${sessionId}/result`),
  };
};

const NOT_ALLOWED = { allowed: false, threshold: ADULT_YEARS };

/**
 * Two verifiers, because places differ in what they accept: `yoti` by a document or Yoti's own app,
 * `yotiface` by an estimate from the face.
 */
export const yotiVerifiers = (options: YotiOptions): AgeVerifier[] => {
  const api = createApi(options);
  const verifier = (
    part: Pick<AgeVerifier, 'id' | 'kind' | 'learned'>,
    methods: Methods,
  ): AgeVerifier => ({
    ...part,
    name: 'Yoti',
    blind: 'single',
    needsAccount: false,
    answeredBy: 'browser',
    attemptSeconds: () => SESSION_SECONDS,
    ready: async () => true,
    async begin({ backUrl }) {
      const code = newToken();
      const { id } = await api.open(methods, backUrl, code);
      return {
        step: { kind: 'redirect', url: api.pageOf(id) },
        secret: { sessionId: id, codeHash: hashToken(code).toString('base64') },
      };
    },
    /**
     * Without the code of the address that Yoti leads back to, the page was perhaps answered by a
     * person elsewhere, to whom its address was sent. The result comes from Yoti alone.
     */
    async finish(secret, answer) {
      // Attempts that an earlier version began have no code.
      const { sessionId, codeHash = '' } = secret as { sessionId: string; codeHash?: string };
      if (!isTokenOf(answer[CODE], Buffer.from(codeHash, 'base64'))) return 'refused';
      const { id, type, status } = await api.resultOf(sessionId);
      return id === sessionId && type === 'OVER' ? (OUTCOMES[status] ?? 'refused') : 'refused';
    },
  });
  return [
    verifier(
      { id: 'yoti', kind: 'verification', learned: 'paper' },
      {
        age_estimation: NOT_ALLOWED,
        digital_id: { allowed: true, threshold: ADULT_YEARS },
        doc_scan: {
          allowed: true,
          threshold: ADULT_YEARS,
          authenticity: 'AUTO',
          level: 'PASSIVE',
        },
      },
    ),
    verifier(
      { id: 'yotiface', kind: 'estimation', learned: 'face' },
      {
        age_estimation: {
          allowed: true,
          threshold: options.estimationThreshold,
          level: 'PASSIVE',
        },
        digital_id: NOT_ALLOWED,
        doc_scan: NOT_ALLOWED,
      },
    ),
  ];
};
